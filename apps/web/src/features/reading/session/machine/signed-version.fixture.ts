import { randomUUID } from 'node:crypto'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import { emptyReport, toContent } from '@readroom/report/content'

/** Creates a version that its doctor has just signed. */
export const makeSignedVersion = (fields: Partial<ReportVersion> = {}): ReportVersion => ({
  id: randomUUID(),
  reportId: randomUUID(),
  number: 1,
  kind: 'original',
  meaning: 'final',
  content: toContent(emptyReport('original')),
  signedBy: 'Dr Quist',
  signedAt: '2026-11-22T12:00:00.000Z',
  reason: '',
  confirmed: [],
  hash: 'f',
  isWithdrawn: false,
  keyImages: [],
  writers: [],
  templateName: null,
  notSeen: [],
  displayed: null,
  isReady: false,
  recallSeconds: 60,
  ...fields,
})
