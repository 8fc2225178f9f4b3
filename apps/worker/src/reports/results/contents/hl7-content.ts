import type { FolderDestination, Hl7Destination } from '@readroom/contracts/reports/results'
import type { Numbered } from '@readroom/hl7/message/write'
import { type Result, writeResult } from '@readroom/hl7/results/write-result'
import type { ResultReport } from './result-report.ts'

type Form = Pick<
  Hl7Destination | FolderDestination,
  | 'sendingFacility'
  | 'receivingApplication'
  | 'receivingFacility'
  | 'patientAuthority'
  | 'withPdf'
  | 'addendumStatus'
  | 'withdrawnStatus'
>
type Envelope = { form: Form; controlId: string; sentAt: Date }

/** HL7 table 0123. Receivers differ in the status of addenda and withdrawals. */
const statusOf = (kind: ResultReport['kind'], { addendumStatus, withdrawnStatus }: Form): string =>
  ({ preliminary: 'P', final: 'F', corrected: 'C', appended: addendumStatus, withdrawn: withdrawnStatus })[kind]

const headerOf = ({ form, controlId, sentAt }: Envelope) => ({
  controlId,
  sentAt,
  sendingFacility: form.sendingFacility,
  receivingApplication: form.receivingApplication,
  receivingFacility: form.receivingFacility,
})

/** The IDs of the order count only if one of them is that of the report: otherwise they may be of somebody else. */
function patientIds({ patient, order }: ResultReport, { patientAuthority }: Form): Numbered[] {
  if (patient.id === null) return []
  const ordered = order?.patientIds.some(({ id }) => id === patient.id) ? order.patientIds : []
  const own = { id: patient.id, authority: patientAuthority ?? ordered.find(({ id }) => id === patient.id)?.authority ?? null }
  return [own, ...ordered.filter(({ id }) => id !== patient.id)]
}

function orderOf({ order }: ResultReport): Result['order'] {
  if (order === null) return null
  const { placerNumber, placerAuthority, fillerNumber, fillerAuthority, procedureId, orderingPhysician } = order
  return {
    placer: { id: placerNumber, authority: placerAuthority || null },
    filler: fillerNumber === null ? null : { id: fillerNumber, authority: fillerAuthority },
    procedureId: procedureId ?? '',
    orderingPhysician: orderingPhysician ?? '',
  }
}

const abnormal = ({ criticalCategory }: ResultReport) => (criticalCategory === 1 ? 'AA' : criticalCategory === null ? '' : 'A')

/** Returns a report as the bytes of a message ORU^R01. `pdf`: null if the message has none. */
export function writeHl7Report(report: ResultReport, pdf: Buffer | null, envelope: Envelope): Buffer {
  const { patient, study, order } = report
  return writeResult({
    ...headerOf(envelope),
    processingId: 'P',
    patient: {
      ids: patientIds(report, envelope.form),
      name: patient.name ?? '',
      birthDate: patient.birthDate,
      sex: patient.sex,
    },
    order: orderOf(report),
    procedure: {
      code: order?.procedureCode ?? '',
      description: order?.procedureDescription ?? study.description ?? '',
      codingSystem: order?.procedureCode ? (order.procedureCodingSystem ?? 'L') : '',
    },
    study: {
      uid: study.studyInstanceUid,
      accessionNumber: study.accessionNumber ?? '',
      modality: study.modalities[0] ?? '',
      date: study.studyDate,
      time: study.studyTime,
    },
    status: statusOf(report.kind, envelope.form),
    signedAt: report.signedAt,
    signer: report.signer,
    texts: report.texts.map(({ isImpression, ...text }) => ({ ...text, abnormal: isImpression ? abnormal(report) : '' })),
    pdf,
  })
}

/** Returns a message that only tries the connection. It is marked as a test, and its patient is nobody. */
export function writeHl7Test(envelope: Envelope): Buffer {
  return writeResult({
    ...headerOf(envelope),
    processingId: 'T',
    patient: { ids: [{ id: 'READROOM-TEST', authority: null }], name: 'TEST^READROOM', birthDate: null, sex: null },
    order: null,
    procedure: { code: '', description: 'Test message', codingSystem: '' },
    study: { uid: '2.25.0', accessionNumber: 'READROOM-TEST', modality: '', date: null, time: null },
    status: 'P',
    signedAt: envelope.sentAt,
    signer: '',
    texts: [
      {
        loinc: '18748-4',
        title: 'Diagnostic Imaging Report',
        part: 1,
        text: 'Test message of Readroom. Ignore it.',
        abnormal: '',
      },
    ],
    pdf: null,
  })
}
