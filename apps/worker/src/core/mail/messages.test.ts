import { expect, test } from 'vitest'
import { amendmentNotice, criticalNotice, noTexts, type Portal, passwordNotice, reportNotice } from './messages.ts'

const portal = (texts: Partial<Portal['texts']>): Portal => ({
  publicUrl: 'https://portal.example.org',
  supportEmail: undefined,
  texts: { ...noTexts, ...texts },
})
const study = { studyId: '01a203d5-f8b7-713b-a82d-b349b5522c7d', labName: 'HARBOR', accessionNumber: 'A-4711', kind: null }

test("an administrator's own words stand at the end, those of every mail last, each line a paragraph", () => {
  const own = portal({ every: 'Radiology of Harbour\n\nCall 0123', critical: 'At night: 0456', report: 'never here' })
  const { text, html } = criticalNotice(own, { ...study, category: 1 })
  expect(text).toMatch(/At night: 0456\n\nRadiology of Harbour\n\nCall 0123\n$/)
  expect(text).not.toContain('never here')
  expect(html).toContain('<p>Call 0123</p>')
})

test('they are text', () => {
  const { html } = passwordNotice(portal({ every: '<img src=x>' }), { fullName: 'Ada', changedAt: new Date() })
  expect(html).toContain('&lt;img src=x&gt;')
})

test.each([
  [null, 'A report is ready in Readroom', 'A report that you have was replaced'],
  ['addendum', 'An addendum to a report is ready in Readroom', 'An addendum to a report that you have'],
  ['correction', 'A report was corrected in Readroom', 'A report that you have was corrected'],
] as const)('a report of the kind %s is announced as what it is', (kind, toLaboratory, toReceiver) => {
  expect(reportNotice(portal({}), { ...study, kind }).subject).toBe(toLaboratory)
  expect(amendmentNotice(portal({}), { ...study, kind, fullName: 'Ada' }).subject).toBe(toReceiver)
})

test('the words of an email about an addendum announce an addendum', () => {
  const added = { ...study, kind: 'addendum' } as const
  expect(reportNotice(portal({}), added).text).toContain('An addendum was added to a report of HARBOR, accession ends 4711.')
  expect(amendmentNotice(portal({}), { ...added, fullName: 'Ada' }).text).toContain('An addendum was added.')
})
