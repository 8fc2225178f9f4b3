import { hl7Doctors, hl7Names } from '@readroom/contracts/core/person-names'
import type { FolderDestination, Hl7Destination } from '@readroom/contracts/reports/results'
import { compareIdentities } from '@readroom/domain/patients/patient-identity'
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
  const same = ordered.find(({ id }) => id === patient.id)
  const own = { id: patient.id, authority: patientAuthority ?? same?.authority ?? null, type: same?.type }
  return [own, ...ordered.filter(({ id }) => id !== patient.id)]
}

function orderOf({ order }: ResultReport): Result['order'] {
  if (order === null) return null
  const { placerNumber, placerAuthority, fillerNumber, fillerAuthority, procedureId } = order
  return {
    placer: { id: placerNumber, authority: placerAuthority || null },
    filler: fillerNumber === null ? null : { id: fillerNumber, authority: fillerAuthority },
    procedureId: procedureId ?? '',
    orderingPhysician: hl7Doctors(order.orderingPhysician, order.orderingPhysicianNumber),
  }
}

/** Returns the order if its patient is that of the report, by ID and by what both say of the person. Its sender knows the patient under its values. */
function orderOfPatient({ patient, order }: ResultReport): ResultReport['order'] {
  if (order === null || !order.patientIds.some(({ id }) => id === patient.id)) return null
  const { patientName: name, patientBirthDate: birthDate, patientSex: sex } = order
  const reported = { name: patient.pn, birthDate: patient.birthDate, sex: patient.sex }
  return compareIdentities({ name, birthDate, sex }, reported).agreement === 'same' ? order : null
}

const numbered = (of: { number: string; authority: string | null } | null) => of && { id: of.number, authority: of.authority }

/** Returns the visit and the account of the order, unless the order may be of somebody else. */
function visitOf(order: ResultReport['order']): { visit: Result['visit']; account: Result['patient']['account'] } {
  const { visit = null } = order ?? {}
  if (visit === null) return { visit, account: null }
  const { patientClass, location, number, account } = visit
  const isNamed = patientClass !== '' || location.length > 0 || number !== null
  return { visit: isNamed ? { patientClass, location, number: numbered(number) } : null, account: numbered(account) }
}

const abnormal = ({ criticalCategory }: ResultReport) => (criticalCategory === 1 ? 'AA' : criticalCategory === null ? '' : 'A')

/** Returns a report as the bytes of a message ORU^R01. `pdf`: null if the message has none. */
export function writeHl7Report(report: ResultReport, pdf: Buffer | null, envelope: Envelope): Buffer {
  const { patient, study, order } = report
  const same = orderOfPatient(report)
  const { visit, account } = visitOf(same)
  return writeResult({
    ...headerOf(envelope),
    processingId: 'P',
    patient: {
      ids: patientIds(report, envelope.form),
      names: hl7Names(same?.patientName ?? patient.pn),
      birthDate: patient.birthDate,
      sex: patient.sex,
      account,
    },
    visit,
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
    assistants: report.assistants,
    texts: report.texts.map(({ isImpression, ...text }) => ({ ...text, abnormal: isImpression ? abnormal(report) : '' })),
    pdf,
  })
}

/** Returns a message that only tries the connection. It is marked as a test, and its patient is nobody. */
export function writeHl7Test(envelope: Envelope): Buffer {
  return writeResult({
    ...headerOf(envelope),
    processingId: 'T',
    patient: {
      ids: [{ id: 'READROOM-TEST', authority: null }],
      names: [['TEST', 'READROOM']],
      birthDate: null,
      sex: null,
      account: null,
    },
    visit: null,
    order: null,
    procedure: { code: '', description: 'Test message', codingSystem: '' },
    study: { uid: '2.25.0', accessionNumber: 'READROOM-TEST', modality: '', date: null, time: null },
    status: 'P',
    signedAt: envelope.sentAt,
    signer: '',
    assistants: [],
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
