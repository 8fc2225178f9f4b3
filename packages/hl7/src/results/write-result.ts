import type { Buffer } from 'node:buffer'
import type { Hl7Segment } from '@medplum/core'
import {
  components,
  digits,
  encode,
  entity,
  header,
  instant,
  type Names,
  type Numbered,
  nameField,
  patientId,
  repeated,
  segment,
  separators,
  text,
} from '../message/write.ts'

export type ResultText = {
  /** The section. */
  loinc: string
  title: string
  /** Texts of one version have the same number, from 1. */
  part: number
  text: string
  /** HL7 table 0078; empty: nothing abnormal was marked. */
  abnormal: '' | 'A' | 'AA'
}

/** An order that a result is for. `placer`: null if nobody ordered the study, so that its result is known by the filler number. */
export type ResultOrder = {
  placer: Numbered | null
  filler: Numbered | null
  accessionNumber: string
  procedureId: string
  procedure: { code: string; description: string; codingSystem: string }
  orderingPhysician: Names
}

/** A report as a message ORU^R01 says it. */
export type Result = {
  controlId: string
  /** HL7 table 0103: `P` for production, `T` for a test. */
  processingId: 'P' | 'T'
  sentAt: Date
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  patient: { ids: readonly Numbered[]; names: Names; birthDate: string | null; sex: string | null; account: Numbered | null }
  /** Null: nothing is known of the visit. */
  visit: { patientClass: string; location: readonly string[]; number: Numbered | null } | null
  /** At least one. Each has the whole result in a group of its own. */
  orders: readonly ResultOrder[]
  study: { uid: string; modality: string; date: string | null; time: string | null }
  /** HL7 table 0123, of the whole result and of each observation. */
  status: string
  signedAt: Date
  /** Family name, given name, further names, suffix and prefix; empty: nobody is named. */
  signer: readonly string[]
  /** Those who wrote the text beside the signer. */
  assistants: readonly (readonly string[])[]
  texts: readonly ResultText[]
  /** Null: the message has no document. */
  pdf: Buffer | null
}

type Observation = { type: string; code: string; part?: number; value: string; abnormal?: string }

function observations({ study, texts, pdf, status }: Result): Hl7Segment[] {
  const all: Observation[] = [
    { type: 'ST', code: components('113014', 'DICOM Study', 'DCM'), value: text(study.uid) },
    ...texts.map(({ loinc, title, part, text: words, abnormal }) => ({
      type: 'FT',
      code: components(loinc, title, 'LN'),
      part,
      value: text(words),
      abnormal,
    })),
  ]
  if (pdf !== null)
    all.push({
      type: 'ED',
      code: components('18748-4', 'Diagnostic Imaging Report', 'LN'),
      value: ['', 'application', 'pdf', 'Base64', pdf.toString('base64')].join(separators.component),
    })
  return all.map(({ type, code, part, value, abnormal = '' }, at) =>
    segment('OBX', {
      1: String(at + 1),
      2: type,
      3: code,
      4: part === undefined ? '' : String(part),
      5: value,
      8: abnormal,
      11: status,
    }),
  )
}

/** A class is required: `U` says that nobody knows it. */
const visitSegment = ({ patientClass, location, number }: NonNullable<Result['visit']>) =>
  segment('PV1', {
    2: text(patientClass || 'U'),
    3: components(...location),
    19: number === null ? '' : patientId(number),
  })

/** A doctor who interpreted the study (NDL), of whom the name is known and no number (CNN). */
function interpreter(name: readonly string[]): string {
  const said = name.slice(0, name.findLastIndex((part) => part !== '') + 1)
  return said.length === 0 ? '' : ['', ...said.map(text)].join(separators.subcomponent)
}

/** The group ORDER_OBSERVATION of an order. */
function orderGroup(result: Result, order: ResultOrder, at: number): Hl7Segment[] {
  const { study, status } = result
  const { procedure } = order
  const orderer = nameField(order.orderingPhysician)
  const placer = entity(order.placer)
  const filler = entity(order.filler)
  return [
    segment('ORC', { 1: 'RE', 2: placer, 3: filler, 12: orderer }),
    segment('OBR', {
      1: String(at + 1),
      2: placer,
      3: filler,
      4: components(procedure.code, procedure.description, procedure.codingSystem),
      7: digits(study.date) + (study.date === null ? '' : digits(study.time).slice(0, 6)),
      16: orderer,
      18: text(order.accessionNumber),
      19: text(order.procedureId),
      22: instant(result.signedAt),
      24: text(study.modality),
      25: status,
      32: interpreter(result.signer),
      33: repeated(result.assistants.map(interpreter)),
    }),
    ...observations(result),
  ]
}

/** Returns a report as the bytes of a message ORU^R01 of version 2.5.1 in UTF-8 (IHE RAD-128). */
export function writeResult(result: Result): Buffer {
  const { patient, visit, orders } = result
  return encode([
    header({
      sendingApplication: 'READROOM',
      sendingFacility: result.sendingFacility,
      receivingApplication: result.receivingApplication,
      receivingFacility: result.receivingFacility,
      sentAt: result.sentAt,
      type: 'ORU^R01^ORU_R01',
      controlId: result.controlId,
      processingId: result.processingId,
    }),
    segment('PID', {
      1: '1',
      3: repeated(patient.ids.map(patientId)),
      5: nameField(patient.names),
      7: digits(patient.birthDate),
      8: text(patient.sex ?? ''),
      18: patient.account === null ? '' : patientId(patient.account),
    }),
    ...(visit === null ? [] : [visitSegment(visit)]),
    ...orders.flatMap((order, at) => orderGroup(result, order, at)),
  ])
}
