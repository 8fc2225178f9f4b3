import { randomUUID } from 'node:crypto'
import { findPrinted } from '@readroom/db/reports/report-versions'
import { announcePdf } from '@readroom/domain/reading/report-signing'
import type { JobPayload } from '@readroom/jobs/jobs'
import { HopelessJob } from '@readroom/jobs/workers'
import { NotPrintable } from '@readroom/pdf/renderer'
import { sealPdf } from '@readroom/pdf/seal'
import { printedReport } from '@readroom/report/printed-report'
import type { JobsContext } from '../core/jobs/context.ts'
import { factsOf, picturesOf, signatureOf } from './report-parts.ts'

/** Makes the PDF of a signed report, from what was signed alone: a repeated run makes the same file. */
export async function renderReport(
  { database: { db }, storage, reports: { renderer, sealKey, zone } }: JobsContext,
  { versionId }: JobPayload<'report.render'>,
): Promise<void> {
  const found = await findPrinted(db, versionId)
  const newest = found?.chain.at(-1)
  if (!found || !newest || found.report.sha256 !== null) return
  const { report, chain } = found
  const signature = await signatureOf(storage, newest)
  const pictures = await picturesOf(db, storage, chain)
  const draw = (shown: Buffer | null) => {
    const printed = printedReport(chain, { zone, hasSignature: shown !== null })
    return renderer.render({ report: printed, signature: shown, pictures, drawnAt: newest.signedAt })
  }
  // A signature's image that cannot be drawn holds no report up: the report says in words who signed it.
  const attempt = signature === null ? draw(null) : draw(signature).catch(() => draw(null))
  const drawn = await attempt.catch((error: unknown) => {
    throw error instanceof NotPrintable ? new HopelessJob(error.message) : error
  })
  const pdf = sealKey ? await sealPdf(drawn, sealKey, newest.signedAt) : drawn
  // A key of this run alone: one that runs beside it, or is left half done, overwrites nothing. Objects that no row names are collected later.
  const key = `reports/${randomUUID()}`
  await storage.put(key, pdf, { contentType: report.contentType, fileName: report.fileName })
  await db.transaction((tx) => announcePdf(tx, versionId, report, factsOf(pdf, key)))
}
