import { randomUUID } from 'node:crypto'
import { reportFileTypes } from '@readroom/contracts/reports/reports'
import { findPrinted, findWordDocument, storeWord } from '@readroom/db/reports/report-versions'
import type { JobPayload } from '@readroom/jobs/jobs'
import { printedReport } from '@readroom/report/printed-report'
import type { ReportImage } from '@readroom/word/fill-template'
import { reportImage } from '@readroom/word/report-image'
import { signedReportDocument } from '@readroom/word/signed-report'
import type { JobsContext } from '../core/jobs/context.ts'
import { factsOf, picturesOf, signatureOf } from './report-parts.ts'

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
  const pictures = new Map<string, ReportImage>()
  for (const [id, bytes] of await picturesOf(db, storage, chain)) {
    const image = reportImage(bytes)
    if (image) pictures.set(id, image)
  }
  const word = await signedReportDocument(printed, { signature: signature && reportImage(signature), pictures })
  const key = `reports/${randomUUID()}`
  await storage.put(key, word, { contentType: reportFileTypes.docx, fileName: report.fileName.replace(/\.pdf$/, '.docx') })
  await storeWord(db, report.id, factsOf(word, key))
}
