import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { isReportNotice, type ReportNoticeKind } from '@readroom/contracts/reports/results'
import type { Db } from '@readroom/db/core/client'
import { listPersonNames } from '@readroom/db/people/doctors'
import { findPrinted } from '@readroom/db/reports/report-versions'
import type { ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import { findResultFacts, listOrdersOfDelivery, type OrderOfResult, type ResultFacts } from '@readroom/db/reports/result-facts'
import { signedTexts } from '@readroom/report/not-seen'
import { printedWith } from '@readroom/report/printed-report'
import { sections } from '@readroom/report/sections'
import type { ObjectStorage } from '@readroom/storage/object-storage'

/** The message cannot be made, now or later. Its text is shown to administrators and names no patient. */
export class Unwritable extends Error {
  override name = 'Unwritable'
}

type ReportText = { loinc: string; title: string; part: number; text: string; isImpression: boolean }

/** A report as all kinds of message say it: its people and study are those that its signer saw. */
export type ResultReport = {
  kind: ReportNoticeKind
  facts: ResultFacts
  patient: Pick<ReportSnapshot['patient'], 'id' | 'name' | 'birthDate' | 'sex'> & { pn: string | null }
  study: ReportSnapshot['study']
  /** The first matched before the others. */
  orders: OrderOfResult[]
  /** With its parts, as DICOM writes it, if they are known. Empty if the report is a file. */
  signer: string
  /** The names of those who wrote the text. Empty if the signer alone did. */
  writers: string[]
  /** Those of them who did not sign. */
  assistants: string[]
  signedAt: Date
  number: number
  texts: ReportText[]
  /** The most urgent category of the critical results; null if there are none. */
  criticalCategory: number | null
}

const whole = { loinc: '18748-4', title: 'Diagnostic Imaging Report', part: 1, isImpression: false }

const uploadedText = 'The report is a file. Open it in Readroom.'
/** A report that counts was sent for an order that does not have its study any more. */
const withdrawalTextOf = ({ isWithdrawn }: ResultFacts): string =>
  isWithdrawn
    ? 'This report was withdrawn and does not count any more.'
    : 'This report was sent for an order that it does not belong to.'

async function readSigned(db: Db, versionId: string) {
  const chain = (await findPrinted(db, versionId))?.chain ?? []
  const newest = chain.at(-1)
  if (!newest) throw new Unwritable('The signed text is not there.')
  const { snapshot, signedAt, signedBy } = newest
  const texts = printedWith(newest, chain).flatMap((version, at) =>
    signedTexts(version).map(
      ({ id, title, text }): ReportText => ({
        loinc: sections[id].loinc,
        title,
        part: at + 1,
        text,
        isImpression: id === 'impression',
      }),
    ),
  )
  return { snapshot, signedAt, signedBy, texts }
}

/** Returns the patient's name with its parts. What was signed before names had parts has those of the study's name, if it has the same words. */
const partsOf = ({ pn, name }: Pick<ReportSnapshot['patient'], 'pn' | 'name'>, { study }: ResultFacts): string | null =>
  pn ?? (name === study.patientName ? study.patientPn : null) ?? name

/** A receiver files a report, and its withdrawal, under the patient of its upload. */
function uploadedReport({ study: present, uploaded, reportedAt }: ResultFacts) {
  const { patientId: id, patientName: name, patientPn: pn, patientBirthDate: birthDate, patientSex: sex, ...about } = present
  const { patient, study } = uploaded ?? { patient: { id, name, pn, birthDate, sex }, study: about }
  const texts = [{ ...whole, text: uploadedText }]
  return { patient, study, signer: '', writers: [], assistants: [], signedAt: reportedAt, texts, criticalCategory: null }
}

async function signedReport(db: Db, versionId: string) {
  const { snapshot, signedAt, signedBy, texts } = await readSigned(db, versionId)
  const { patient, study, signer, writers = [], criticalResults = [] } = snapshot
  const assistants = writers.filter(({ userId }) => userId !== signedBy)
  const parts = await listPersonNames(db, [signedBy, ...writers.map(({ userId }) => userId)])
  const nameOf = (userId: string, name: string) => parts.get(userId)?.get(name) ?? name
  const namesOf = (some: typeof writers) => some.map(({ userId, name }) => nameOf(userId, name))
  const wrote = { writers: namesOf(writers), assistants: namesOf(assistants) }
  const categories = criticalResults.map(({ category }) => category)
  const criticalCategory = categories.length === 0 ? null : Math.min(...categories)
  return { patient, study, signer: nameOf(signedBy, signer.name), ...wrote, signedAt, texts, criticalCategory }
}

/** Reads what a delivery says about its report. Throws `Unwritable` if the report is gone. */
export async function readResultReport(db: Db, delivery: ResultDeliveryRow): Promise<ResultReport> {
  const { id, kind } = delivery
  const facts = await findResultFacts(db, id)
  if (!facts || !isReportNotice(kind)) throw new Unwritable('The report is not there.')
  const orders = await listOrdersOfDelivery(db, delivery)
  const { number } = facts
  const found = facts.versionId === null ? uploadedReport(facts) : await signedReport(db, facts.versionId)
  const report = { ...found, patient: { ...found.patient, pn: partsOf(found.patient, facts) } }
  if (kind === 'withdrawn')
    return {
      kind,
      facts,
      orders,
      number,
      ...report,
      texts: [{ ...whole, text: withdrawalTextOf(facts) }],
      criticalCategory: null,
    }
  return { kind, facts, orders, number, ...report }
}

/** Reads the PDF of a report; null if the report is another file. Throws `Unwritable` if storage has something else than what was made. */
export async function readPdf(storage: ObjectStorage, { contentType, objectKey, sha256 }: ResultFacts): Promise<Buffer | null> {
  if (contentType !== 'application/pdf') return null
  const pdf = await buffer((await storage.get(objectKey)).stream)
  if (createHash('sha256').update(pdf).digest('hex') !== sha256)
    throw new Unwritable('The stored document is not the one that was made.')
  return pdf
}
