import {
  type DicomDestination,
  type DicomDocument,
  type DocumentChoice,
  documentClasses,
  isReportNotice,
  type StowDestination,
} from '@readroom/contracts/reports/results'
import type { Db } from '@readroom/db/core/client'
import { listInstancesBefore, type ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { ResultDestinationRow } from '@readroom/db/reports/result-destinations'
import { chooseFillerNumber } from '@readroom/db/reports/result-facts'
import type { ResultContent } from '@readroom/db/reports/result-queue'
import type { Renderer } from '@readroom/pdf/renderer'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import type { ReadClinicZone } from '../../../core/clinic-zone.ts'
import { writeDicomReport } from './dicom-content.ts'
import { fillerNumberOf, writeHl7Report, writeHl7Test } from './hl7-content.ts'
import { type ResultReport, readPdf, readResultReport, Unwritable } from './result-report.ts'
import { writeWebhookReport, writeWebhookTest } from './webhook-content.ts'
import { writeWebhookEvent } from './webhook-event.ts'
import { withdrawalPage } from './withdrawal-page.ts'

export type ContentContext = {
  database: { db: Db }
  storage: ObjectStorage
  renderer: Pick<Renderer, 'render'>
  publicUrl: string
  readZone: ReadClinicZone
}

/** Returns bytes that are neither a DICOM instance nor a result in HL7. */
const plainly = (content: Buffer): ResultContent => ({ content, sopClassUid: null, fillerNumber: null })

const plain = (text: string) => Buffer.from(`${text}\n`, 'utf8')

/** Makes the bytes of a test message. */
function writeTest({ settings }: ResultDestinationRow, { id, controlId, createdAt }: ResultDeliveryRow): Buffer {
  if (settings.kind === 'webhook') return writeWebhookTest({ id, createdAt })
  // An archive keeps what it gets, so a test stores nothing there.
  if (settings.kind === 'dicom' || settings.kind === 'stow') return plain('Test of the connection.')
  if (settings.kind === 'folder' && settings.format === 'pdf') return plain('Test file of Readroom. Ignore it.')
  return writeHl7Test({ form: settings, controlId, sentAt: new Date() })
}

/** Reads the PDF of a report. Throws `Unwritable` if the report is another file. */
async function demandPdf({ storage }: ContentContext, { facts }: ResultReport): Promise<Buffer> {
  const pdf = await readPdf(storage, facts)
  if (pdf === null) throw new Unwritable('The report is not a PDF.')
  return pdf
}

/** Returns the form of a delivery. Of both, it was chosen when the delivery was queued. */
function formOf(document: DocumentChoice, { sopClassUid }: ResultDeliveryRow): DicomDocument {
  if (document !== 'both') return document
  return sopClassUid === documentClasses.sr ? 'sr' : 'pdf'
}

async function writeDicom(
  context: ContentContext,
  { document }: Pick<DicomDestination, 'document'>,
  { delivery, report }: { delivery: ResultDeliveryRow; report: ResultReport },
): Promise<ResultContent> {
  const { database, renderer, readZone } = context
  const form = formOf(document, delivery)
  const known = await listInstancesBefore(database.db, delivery)
  // Each form of both has a course of its own.
  const before = document === 'both' ? known.filter(({ sopClassUid }) => sopClassUid === documentClasses[form]) : known
  const envelope = { delivery, zone: await readZone(), before }
  if (form === 'sr') return writeDicomReport(report, null, envelope)
  const page = { report: withdrawalPage(report), signature: null, pictures: new Map(), drawnAt: delivery.createdAt }
  const pdf = report.kind === 'withdrawn' ? await renderer.render(page) : await demandPdf(context, report)
  return writeDicomReport(report, pdf, envelope)
}

/** Makes a message that is no DICOM instance. */
async function writeMessage(
  context: ContentContext,
  settings: Exclude<ResultDestinationRow['settings'], DicomDestination | StowDestination>,
  { delivery, report }: { delivery: ResultDeliveryRow; report: ResultReport },
): Promise<ResultContent> {
  if (settings.kind === 'webhook')
    return plainly(writeWebhookReport(report, { delivery, publicUrl: context.publicUrl, withPatient: settings.withPatient }))
  const isWithdrawn = delivery.kind === 'withdrawn'
  if (settings.kind === 'folder' && settings.format === 'pdf') {
    if (!isWithdrawn) return plainly(await demandPdf(context, report))
    return plainly(plain(`The report of study ${report.study.studyInstanceUid} was withdrawn and does not count any more.`))
  }
  const pdf = settings.withPdf && !isWithdrawn ? await readPdf(context.storage, report.facts) : null
  const fillerNumber = await chooseFillerNumber(context.database.db, delivery, fillerNumberOf(report, report.orders[0]))
  const envelope = { form: settings, controlId: delivery.controlId, sentAt: new Date(), fillerNumber }
  return { ...plainly(writeHl7Report(report, pdf, envelope)), fillerNumber }
}

/** Makes the bytes of a delivery for its destination. Throws `Unwritable` if that will never be possible. */
export async function writeContent(
  context: ContentContext,
  destination: ResultDestinationRow,
  delivery: ResultDeliveryRow,
): Promise<ResultContent> {
  const { settings } = destination
  if (delivery.kind === 'test') return plainly(writeTest(destination, delivery))
  if (!isReportNotice(delivery.kind)) {
    if (settings.kind !== 'webhook') throw new Unwritable('Only webhooks are told of this.')
    return plainly(await writeWebhookEvent(context.database.db, delivery, settings))
  }
  const report = await readResultReport(context.database.db, delivery)
  if (settings.kind === 'dicom' || settings.kind === 'stow') return writeDicom(context, settings, { delivery, report })
  return writeMessage(context, settings, { delivery, report })
}
