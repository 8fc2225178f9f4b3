import { randomUUID } from 'node:crypto'
import type { ReportVersion } from '@readroom/contracts/reading'
import { emptyReport, toContent } from '@readroom/report/content'

/** Returns a version that its doctor signed a moment ago. */
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
  isReady: false,
  recallSeconds: 60,
  ...fields,
})
