import { hl7Doctors, hl7Names } from '@readroom/contracts/core/person-names'
import type { FolderDestination, Hl7Destination } from '@readroom/contracts/reports/results'
import type { OrderOfResult } from '@readroom/db/reports/result-facts'
import { compareIdentities } from '@readroom/domain/patients/patient-identity'
import type { Numbered } from '@readroom/hl7/message/write'
import { type Result, type ResultOrder, writeResult } from '@readroom/hl7/results/write-result'
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
/** `fillerNumber`: of the first order, as `chooseFillerNumber` chose it. */
type ResultEnvelope = Envelope & { fillerNumber: string }

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

/** The IDs of an order count only if one of them is that of the report: otherwise they may be of somebody else. */
function patientIds({ patient, orders }: ResultReport, { patientAuthority }: Form): Numbered[] {
  if (patient.id === null) return []
  const order = orders.find(({ patientIds: ids }) => ids.some(({ id }) => id === patient.id))
  const ordered = order?.patientIds ?? []
  const same = ordered.find(({ id }) => id === patient.id)
  const own = { id: patient.id, authority: patientAuthority ?? same?.authority ?? null, type: same?.type }
  return [own, ...ordered.filter(({ id }) => id !== patient.id)]
}

/**
 * Returns the number by which the receiver finds the result of a study (OBR-3), before results of other studies and orders are told apart: the order's
 * own, or else that of the examination.
 */
export const fillerNumberOf = ({ study }: ResultReport, order: OrderOfResult | undefined): string =>
  order?.fillerNumber || order?.accessionNumber || study.accessionNumber || study.studyInstanceUid

/** Returns the orders that a report names, or one without a placer number. All numbers of a message have the suffix of the first one. */
function ordersOf(report: ResultReport, fillerNumber: string): ResultOrder[] {
  const { study, orders } = report
  const suffix = fillerNumber.slice(fillerNumberOf(report, orders[0]).length)
  const unordered: ResultOrder = {
    placer: null,
    filler: { id: fillerNumber, authority: null },
    accessionNumber: study.accessionNumber ?? '',
    procedureId: '',
    procedure: { code: '', description: study.description ?? '', codingSystem: '' },
    orderingPhysician: [],
  }
  if (orders.length === 0) return [unordered]
  return orders.map((order) => ({
    placer: { id: order.placerNumber, authority: order.placerAuthority || null },
    filler: {
      id: fillerNumberOf(report, order) + suffix,
      authority: order.fillerNumber === null ? null : order.fillerAuthority,
    },
    // The order's own number: its sender knows the examination by it, whatever the images of a group say.
    accessionNumber: order.accessionNumber ?? study.accessionNumber ?? '',
    procedureId: order.procedureId ?? '',
    procedure: {
      code: order.procedureCode ?? '',
      description: order.procedureDescription ?? study.description ?? '',
      codingSystem: order.procedureCode ? (order.procedureCodingSystem ?? 'L') : '',
    },
    orderingPhysician: hl7Doctors(order.orderingPhysician, order.orderingPhysicianNumber),
  }))
}

/** Returns the first order whose patient is that of the report, by ID and by what both say of the person. Its sender knows the patient under its values. */
const orderOfPatient = ({ patient, orders }: ResultReport): OrderOfResult | undefined =>
  orders.find(({ patientIds: ids, patientName: name, patientBirthDate: birthDate, patientSex: sex }) => {
    const reported = { name: patient.pn, birthDate: patient.birthDate, sex: patient.sex }
    return ids.some(({ id }) => id === patient.id) && compareIdentities({ name, birthDate, sex }, reported).agreement === 'same'
  })

const numbered = (of: { number: string; authority: string | null } | null) => of && { id: of.number, authority: of.authority }

/** Returns the visit and the account of the order, unless the order may be of somebody else. */
function visitOf(order: OrderOfResult | undefined): { visit: Result['visit']; account: Result['patient']['account'] } {
  const { visit = null } = order ?? {}
  if (visit === null) return { visit, account: null }
  const { patientClass, location, number, account } = visit
  const isNamed = patientClass !== '' || location.length > 0 || number !== null
  return { visit: isNamed ? { patientClass, location, number: numbered(number) } : null, account: numbered(account) }
}

const abnormal = ({ criticalCategory }: ResultReport) => (criticalCategory === 1 ? 'AA' : criticalCategory === null ? '' : 'A')

/** Returns the parts of a signer's name in one script. */
const partsOf = (name: string) => (hl7Names(name)[0] ?? []).slice(0, 5)

/** Returns a report as the bytes of a message ORU^R01. `pdf`: null if the message has none. */
export function writeHl7Report(report: ResultReport, pdf: Buffer | null, envelope: ResultEnvelope): Buffer {
  const { patient, study } = report
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
    orders: ordersOf(report, envelope.fillerNumber),
    study: {
      uid: study.studyInstanceUid,
      modality: study.modalities[0] ?? '',
      date: study.studyDate,
      time: study.studyTime,
    },
    status: statusOf(report.kind, envelope.form),
    signedAt: report.signedAt,
    signer: partsOf(report.signer),
    assistants: report.assistants.map(partsOf),
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
    orders: [
      {
        placer: null,
        filler: { id: 'READROOM-TEST', authority: null },
        accessionNumber: 'READROOM-TEST',
        procedureId: '',
        procedure: { code: '', description: 'Test message', codingSystem: '' },
        orderingPhysician: [],
      },
    ],
    study: { uid: '2.25.0', modality: '', date: null, time: null },
    status: 'P',
    signedAt: envelope.sentAt,
    signer: [],
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
