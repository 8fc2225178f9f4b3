import type { Db } from '@readroom/db/core/client'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { ResultDestinationRow } from '@readroom/db/reports/result-destinations'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { writeHl7Report, writeHl7Test } from './hl7-content.ts'
import { readPdf, readResultReport, Unwritable } from './result-report.ts'
import { writeWebhookReport, writeWebhookTest } from './webhook-content.ts'

export type ContentContext = {
  database: { db: Db }
  storage: ObjectStorage
  publicUrl: string
}

const plain = (text: string) => Buffer.from(`${text}\n`, 'utf8')

/** Makes the bytes of a test message. */
function writeTest({ settings }: ResultDestinationRow, { id, controlId, createdAt }: ResultDeliveryRow): Buffer {
  if (settings.kind === 'webhook') return writeWebhookTest({ id, createdAt })
  if (settings.kind === 'folder' && settings.format === 'pdf') return plain('Test file of Readroom. Ignore it.')
  return writeHl7Test({ form: settings, controlId, sentAt: new Date() })
}

/** Makes the bytes of a delivery for its destination. Throws `Unwritable` if that will never be possible. */
export async function writeContent(
  { database: { db }, storage, publicUrl }: ContentContext,
  destination: ResultDestinationRow,
  delivery: ResultDeliveryRow,
): Promise<Buffer> {
  const { settings } = destination
  if (delivery.kind === 'test') return writeTest(destination, delivery)
  const report = await readResultReport(db, delivery)
  if (settings.kind === 'webhook') return writeWebhookReport(report, { delivery, publicUrl, withPatient: settings.withPatient })
  const isWithdrawn = delivery.kind === 'withdrawn'
  if (settings.kind === 'folder' && settings.format === 'pdf') {
    if (isWithdrawn)
      return plain(`The report of study ${report.study.studyInstanceUid} was withdrawn and does not count any more.`)
    const pdf = await readPdf(storage, report.facts)
    if (pdf === null) throw new Unwritable('The report is not a PDF.')
    return pdf
  }
  const pdf = settings.withPdf && !isWithdrawn ? await readPdf(storage, report.facts) : null
  return writeHl7Report(report, pdf, { form: settings, controlId: delivery.controlId, sentAt: new Date() })
}
