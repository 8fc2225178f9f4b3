import { expect, it } from 'vitest'
import { studyReportOf } from './report-text.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const content = { type: 'doc', content: [{ type: 'section', attrs: { id: 'impression' }, content: [paragraph('Normal.')] }] }

it('says in the impression which images the signer has not seen', () => {
  const notSeen = [{ number: 3, modality: 'CT', description: null, images: 12, of: 12 }]
  const report = studyReportOf([{ number: 1, kind: 'original', meaning: 'final', content, snapshot: { notSeen } }])
  expect(report.impression).toBe('Normal.\nNot seen by the reader: series 3, 12 images.')
  expect(report.text).toContain('Not seen by the reader: series 3, 12 images.')
})
