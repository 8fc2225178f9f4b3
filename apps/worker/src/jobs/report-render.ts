import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { findPrinted, type VersionRow } from '@readroom/db/queries/report-versions'
import { announceDocuments } from '@readroom/domain/report-signing'
import type { JobPayload } from '@readroom/jobs/jobs'
import { sealPdf } from '@readroom/pdf/seal'
import { printedReport } from '@readroom/report/printed-report'
import { ObjectNotFound, type ObjectStorage } from '@readroom/storage/object-storage'
import { signatureImage } from '@readroom/word/signature-image'
import { signedReportDocument } from '@readroom/word/signed-report'
import type { JobsContext } from './context.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const factsOf = (bytes: Buffer, objectKey: string) => ({
  ...{ objectKey, sizeBytes: bytes.length },
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

/** The image of the signer's signature; one that storage has lost holds no report up. */
async function signatureOf(storage: ObjectStorage, { snapshot }: VersionRow): Promise<Buffer | null> {
  const { signatureKey } = snapshot.signer
  if (signatureKey === null) return null
  try {
    return await buffer((await storage.get(signatureKey)).stream)
  } catch (error) {
    if (error instanceof ObjectNotFound) return null
    throw error
  }
}

/** Makes the documents of a signed report, from what was signed alone: the same again is the same, but for the seal. */
export async function renderReport(
  { database: { db }, storage, reports: { renderer, sealKey, zone } }: JobsContext,
  { versionId }: JobPayload<'report.render'>,
): Promise<void> {
  const found = await findPrinted(db, versionId)
  const newest = found?.chain.at(-1)
  if (!found || !newest || found.report.sha256 !== null) return
  const { report, chain } = found
  const signature = await signatureOf(storage, newest)
  const printed = printedReport(chain, { zone, hasSignature: signature !== null })
  const drawn = await renderer.render({ report: printed, signature, drawnAt: newest.signedAt })
  const pdf = sealKey ? await sealPdf(drawn, sealKey, newest.signedAt) : drawn
  const word = await signedReportDocument(printed, signature && signatureImage(signature))
  // Keys of this run alone: one that runs beside it, or is left half done, overwrites nothing. What no row names is collected.
  const [pdfKey, wordKey] = [`reports/${randomUUID()}`, `reports/${randomUUID()}`]
  await storage.put(pdfKey, pdf, { contentType: report.contentType, fileName: report.fileName })
  await storage.put(wordKey, word, { contentType: wordType, fileName: report.fileName.replace(/\.pdf$/, '.docx') })
  await db.transaction((tx) => announceDocuments(tx, report, { pdf: factsOf(pdf, pdfKey), word: factsOf(word, wordKey) }))
}
