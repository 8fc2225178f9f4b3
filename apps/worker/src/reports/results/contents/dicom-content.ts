import { dicomName } from '@readroom/contracts/core/person-names'
import { documentClasses } from '@readroom/contracts/reports/results'
import type { listInstancesBefore, ResultDeliveryRow } from '@readroom/db/reports/result-deliveries'
import type { ResultContent } from '@readroom/db/reports/result-queue'
import { writeDocument } from '@readroom/orthanc/dicom-document'
import { encapsulatedPdfTags } from '@readroom/orthanc/encapsulated-pdf'
import { uidOfText } from '@readroom/orthanc/uids'
import { dicomTime } from '../../dicom-time.ts'
import type { ResultReport } from './result-report.ts'
import { textReport } from './text-report.ts'

type Delivery = Pick<ResultDeliveryRow, 'destinationId' | 'studyId' | 'controlId'>
type Before = Awaited<ReturnType<typeof listInstancesBefore>>
/** `before`: the instances that the receiver has of the study, the oldest first. */
type Envelope = { delivery: Delivery; before: Before; zone: string }

const titles: Record<ResultReport['kind'], string> = {
  preliminary: 'Preliminary radiology report',
  final: 'Radiology report',
  corrected: 'Corrected radiology report',
  appended: 'Radiology report with addendum',
  withdrawn: 'Withdrawn radiology report',
}

/** Returns the title of a report as its receiver shows it. */
export const titleOf = ({ kind, number }: ResultReport): string => `${titles[kind]}, version ${number}`

/** Returns a value of a VR that knows no control characters and separates values by backslashes. */
const single = (text: string | null, longest = 64) => (text ?? '').replace(/[\\\p{Cc}]/gu, ' ').slice(0, longest)

const digits = (text: string | null) => text?.replace(/[^\d.]/g, '') ?? ''

/** Returns the referring physician of a report, with the parts of the study's if both have the same words. */
const referrerOf = ({ referringPhysician }: ResultReport['study'], present: ResultReport['facts']['study']) =>
  referringPhysician === present.referringPhysician ? present.referringPn : referringPhysician

/** Returns patient and study as the report says them: those that its signer saw. */
const patientAndStudy = ({ patient, study, facts }: ResultReport): Record<string, string> => ({
  PatientName: dicomName(patient.pn),
  PatientID: single(patient.id),
  PatientBirthDate: digits(patient.birthDate),
  PatientSex: patient.sex ?? '',
  StudyInstanceUID: study.studyInstanceUid,
  StudyDate: digits(study.studyDate),
  StudyTime: digits(study.studyTime),
  StudyID: '',
  // A number that is cut off would be another one.
  AccessionNumber: single(study.accessionNumber, Number.POSITIVE_INFINITY),
  StudyDescription: single(study.description),
  ReferringPhysicianName: dicomName(referrerOf(study, facts.study)),
})

/** A message that is written again has another control ID, and is another instance. */
const instanceUidOf = (controlId: string) => uidOfText(`result ${controlId}`)

/** All reports of a study of one form are a series at their receiver. */
const seriesUidOf = ({ destinationId, studyId }: Delivery, sopClassUid: string) =>
  uidOfText(`results ${destinationId} ${studyId} ${sopClassUid}`)

const reference = ({ sopClassUid, controlId }: Before[number]) => ({
  ReferencedSOPClassUID: sopClassUid,
  ReferencedSOPInstanceUID: instanceUidOf(controlId),
})

const namesOf = (report: ResultReport, { delivery, before, zone }: Envelope, sopClassUid: string) => ({
  seriesInstanceUid: seriesUidOf(delivery, sopClassUid),
  sopInstanceUid: instanceUidOf(delivery.controlId),
  number: before.length + 1,
  ...dicomTime(report.signedAt, zone),
})

function writePdf(report: ResultReport, pdf: Buffer, envelope: Envelope): Buffer {
  const predecessor = envelope.before.at(-1)
  return writeDocument(patientAndStudy(report), {
    SOPClassUID: documentClasses.pdf,
    ...encapsulatedPdfTags({ pdf, title: titleOf(report), ...namesOf(report, envelope, documentClasses.pdf) }),
    ...(predecessor && { SourceInstanceSequence: [reference(predecessor)] }),
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: [Uint8Array.from(pdf).buffer],
  })
}

function writeText(report: ResultReport, envelope: Envelope): Buffer {
  const { delivery } = envelope
  const predecessor = envelope.before.at(-1)
  const about = {
    ...namesOf(report, envelope, documentClasses.sr),
    title: titleOf(report),
    // A withdrawal has no signature.
    signer: report.kind === 'withdrawn' ? '' : dicomName(report.signer),
    writers: report.kind === 'withdrawn' ? [] : report.writers.map(dicomName),
    organization: single(report.facts.labIdentifier),
    predecessors: predecessor && [
      {
        StudyInstanceUID: report.study.studyInstanceUid,
        ReferencedSeriesSequence: [
          {
            SeriesInstanceUID: seriesUidOf(delivery, predecessor.sopClassUid),
            ReferencedSOPSequence: [reference(predecessor)],
          },
        ],
      },
    ],
  }
  return writeDocument(patientAndStudy(report), textReport(report, about))
}

/** Returns a report as a DICOM file. `pdf`: null makes a structured report of its texts. */
export function writeDicomReport(report: ResultReport, pdf: Buffer | null, envelope: Envelope): ResultContent {
  const content = pdf === null ? writeText(report, envelope) : writePdf(report, pdf, envelope)
  return { content, sopClassUid: documentClasses[pdf === null ? 'sr' : 'pdf'], fillerNumber: null }
}
