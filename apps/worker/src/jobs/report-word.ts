import { randomUUID } from 'node:crypto'
import { reportFileTypes } from '@readroom/contracts/reports'
import { findPrinted, findWordDocument, storeWord } from '@readroom/db/queries/report-versions'
import type { JobPayload } from '@readroom/jobs/jobs'
import { printedReport } from '@readroom/report/printed-report'
import { signatureImage } from '@readroom/word/signature-image'
import { signedReportDocument } from '@readroom/word/signed-report'
import type { JobsContext } from './context.ts'
import { factsOf, signatureOf } from './report-parts.ts'

/** Makes the Word document of a signed report. */
export async function writeWord(
  { database: { db }, storage, reports: { zone } }: JobsContext,
  { versionId }: JobPayload<'report.word'>,
): Promise<void> {
  const found = await findPrinted(db, versionId)
  const newest = found?.chain.at(-1)
  if (!found || !newest || (await findWordDocument(db, found.report.id))) return
  const { report, chain } = found
  const signature = await signatureOf(storage, newest)
  const printed = printedReport(chain, { zone, hasSignature: signature !== null })
  const word = await signedReportDocument(printed, signature && signatureImage(signature))
  const key = `reports/${randomUUID()}`
  await storage.put(key, word, { contentType: reportFileTypes.docx, fileName: report.fileName.replace(/\.pdf$/, '.docx') })
  await storeWord(db, report.id, factsOf(word, key))
}
