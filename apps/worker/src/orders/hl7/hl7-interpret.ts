import { createHash } from 'node:crypto'
import type { AppError, ErrorCode } from '@readroom/contracts/core/errors'
import { type Hl7Mapping, type Hl7MessageState, hl7Tables } from '@readroom/contracts/orders/hl7'
import { OrderCommand } from '@readroom/contracts/orders/orders'
import { SentChange } from '@readroom/contracts/patients/sent-changes'
import type { Hl7ConnectionRow } from '@readroom/db/orders/hl7'
import type { ArrivedHl7Message } from '@readroom/domain/orders/hl7-messages'
import type { OrderedPatient } from '@readroom/domain/orders/ordered-patients'
import type { SentResult } from '@readroom/domain/patients/sent-changes'
import { placeName, type UnknownValue } from '@readroom/hl7/mapping/findings'
import { type Content, type Interpretation, interpret, messageType } from '@readroom/hl7/mapping/interpret'
import { orderPlaceNames, orderPlaces, usualMapping } from '@readroom/hl7/mapping/mapping'
import { readPlace } from '@readroom/hl7/mapping/places'
import { type PatientChange, patientIdsOf } from '@readroom/hl7/mapping/read-patient'
import type { ErrorCondition, Fault, Outcome } from '@readroom/hl7/message/acknowledgement'
import { type Header, headerComponent } from '@readroom/hl7/message/header'
import { flagsOf } from '@readroom/hl7/message/message'
import type { z } from 'zod'

/** A longer name or control ID is cut off: the hash still tells messages apart. */
const MAX_NAME = 199

/** Returns the text of a header without control characters, short enough to be stored. */
const storable = (text: string) =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, MAX_NAME)

/** One part of a message: an order, or a change of a patient. */
export type Part = { kind: 'order'; command: OrderCommand } | { kind: 'patient'; change: SentChange; ordered: OrderedPatient }

/** The parts of a message, and its state and answer if they are applied. `remarks`: what people must see of it although it is applied. */
export type Plan = { state: Hl7MessageState; outcome: Outcome; parts: Part[]; remarks?: string[] }

const faulty = (...faults: Fault[]): Outcome => ({ kind: 'faulty', faults })

/** Returns a change as the contract has it. */
function sentChange(change: PatientChange): unknown {
  const { ids, name, birthDate, sex } = change.patient
  const contact = change.kind === 'update' ? change.contact : {}
  const patient = {
    patientId: ids[0]?.id,
    ...(name !== undefined && { name }),
    ...(birthDate !== undefined && { birthDate }),
    ...(sex !== undefined && { sex }),
    ...contact,
  }
  return change.kind === 'update'
    ? { kind: change.kind, patient }
    : { kind: change.kind, patient, previousId: change.previous[0]?.id }
}

/** Returns a patient as orders write it. A name that is removed or left out stays: an order without one tells a scanner nobody. */
const orderedOf = ({ patient: { name, birthDate, sex } }: PatientChange): OrderedPatient => ({
  ...(name && { name }),
  ...(birthDate !== undefined && { birthDate }),
  ...(sex !== undefined && { sex }),
})

/** Returns the parts of a message, or faults for values that cannot be stored. */
function readParts(content: Content): { parts: Part[]; issues: z.core.$ZodIssue[] } {
  if (content.kind === 'patients') {
    const read = content.changes.map((change) => ({ ...SentChange.safeParse(sentChange(change)), ordered: orderedOf(change) }))
    const parts = read.flatMap(({ data, ordered }): Part[] => (data ? [{ kind: 'patient', change: data, ordered }] : []))
    return { parts, issues: read.flatMap(({ error }) => error?.issues ?? []) }
  }
  const read = content.orders.map((order) => OrderCommand.safeParse(order))
  const parts = read.flatMap(({ data }): Part[] => (data ? [{ kind: 'order', command: data }] : []))
  return { parts, issues: read.flatMap(({ error }) => error?.issues ?? []) }
}

/** The fields of PID and MRG that fill a change. */
const patientFields: Record<string, number> = { patientId: 3, name: 5, birthDate: 7, sex: 8, address: 11, phone: 13, email: 13 }

/** Returns the field of a value of a patient; null for other values of orders, which may be read from anywhere. */
function placeOf([first, second]: readonly PropertyKey[]): Fault['place'] {
  if (first === 'previousId') return { segment: 'MRG', field: 1 }
  const field = first === 'patient' ? patientFields[String(second)] : undefined
  return field === undefined ? null : { segment: 'PID', field }
}

/** Returns what is counted of values that the connection does not know. Days, times and UIDs are the patient's, and no table explains them. */
function countedOf(unknown: readonly UnknownValue[]): ArrivedHl7Message['unknownValues'] {
  const kept = unknown.map(({ field, value }) => ({ field, value: field in hl7Tables ? value : '' }))
  return [...new Map(kept.map((each) => [`${each.field} ${each.value}`, each])).values()]
}

/** Returns the place from which a value of an order is read first. */
function orderPlace([first]: readonly PropertyKey[], places: Hl7Mapping['places']): Fault['place'] {
  const name = orderPlaceNames.find((each) => each === first)
  return name === undefined ? null : readPlace(places[name]?.[0] ?? orderPlaces[name][0])
}

/** Fields of a command that say which order it is about, and what to do. */
const commands = new Set(['control', 'placer', 'status', 'reason', 'unknownValues'])

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Returns the fields of an object that have a value, as `prefix.field`. */
const saidIn = (fields: object, prefix: string): string[] =>
  Object.entries(fields).flatMap(([field, value]: [string, unknown]) => (isSaid(value) ? `${prefix}${field}` : []))

/** Returns the fields that the parts of a message fill, each once. */
function filledFields(parts: readonly Part[]): string[] {
  const filled = parts.flatMap((part) => {
    if (part.kind === 'patient') return saidIn(part.change.patient, 'patient.')
    const { patient = {}, ...fields } = part.command
    return [...saidIn(fields, '').filter((field) => !commands.has(field)), ...saidIn(patient, 'patient.')]
  })
  return [...new Set(filled)]
}

/** A scanner is told nobody's name then, and no images contradict the order. */
const nameless = 'PID-5 has no name. The order was stored without one.'

const isNameless = (part: Part): boolean =>
  part.kind === 'order' && part.command.patient !== undefined && isMissingName(part.command.control, part.command.patient.name)

/** An order that is there keeps its name if a message leaves it out. */
const isMissingName = (control: OrderCommand['control'], name: string | null | undefined): boolean =>
  name === null || (name === undefined && control === 'new')

/** Returns the plan of a message that is applied. An order without a patient's name is told to its sender, by the rule of the connection. */
function planOfParts(parts: Part[], { isWaitingFault = false }: Partial<Hl7Mapping>): Plan {
  if (!parts.some(isNameless)) return { state: 'applied', outcome: { kind: 'accepted' }, parts }
  const fault: Fault = { condition: 'required', place: { segment: 'PID', field: 5 }, text: nameless }
  const outcome: Outcome = isWaitingFault ? faulty(fault) : { kind: 'accepted', note: nameless }
  return { state: 'applied', outcome, parts, remarks: isWaitingFault ? [] : [nameless] }
}

function planOf(interpretation: Interpretation, mapping: Hl7Mapping): Plan {
  if (interpretation.content === null) {
    const { outcome } = interpretation
    return { state: outcome.kind, outcome, parts: [] }
  }
  const { parts, issues } = readParts(interpretation.content)
  if (issues.length > 0) {
    // Values stay out of the answer, and of the list that administrators see.
    const faults = issues.map(({ path }): Fault => {
      const place = placeOf(path) ?? orderPlace(path, mapping.places)
      const name = place === null ? path.join('.') : placeName(place)
      return { condition: 'dataType', place, text: `${name} cannot be stored.` }
    })
    return { state: 'faulty', outcome: faulty(...faults), parts: [] }
  }
  return planOfParts(parts, mapping)
}

/** Reads a message of a connection: what of it is stored, and what it asks for. */
export function readMessage(
  connection: Hl7ConnectionRow,
  header: Header,
  bytes: Buffer,
): { message: ArrivedHl7Message; plan: Plan } {
  const { mapping, sendingFacility } = connection
  const interpretation = interpret(bytes, header, { ...usualMapping, ...mapping, sendingFacility }, connection.charset)
  const parsed = interpretation.message
  const plan = planOf(interpretation, mapping)
  const message: ArrivedHl7Message = {
    connectionId: connection.id,
    sendingApplication: storable(headerComponent(header, 3, 1)),
    sendingFacility: storable(headerComponent(header, 4, 1)),
    controlId: storable(header.field(10)),
    hash: createHash('sha256').update(bytes).digest('hex'),
    type: storable(messageType(header)),
    raw: parsed === null ? null : bytes,
    patientIds: parsed === null ? [] : patientIdsOf(parsed),
    flags: [
      ...(parsed === null ? [] : flagsOf(parsed)),
      ...(interpretation.unknown.length > 0 ? (['unknownValues'] as const) : []),
    ],
    unknownValues: countedOf(interpretation.unknown),
    fields: filledFields(plan.parts),
  }
  return { message, plan }
}

/** Where the reason of a refused order is in its message. Others are no fault of one field. */
const refusals: Partial<Record<ErrorCode, { condition: ErrorCondition; field: number }>> = {
  ORDER_NOT_FOUND: { condition: 'unknownKey', field: 2 },
  ORDER_EXISTS: { condition: 'duplicateKey', field: 2 },
  ORDER_CLOSED: { condition: 'locked', field: 1 },
  ORDER_REPORTED: { condition: 'locked', field: 1 },
  ORDER_PERFORMED: { condition: 'locked', field: 1 },
}

/** Returns the state and answer of a message whose changes of patients are done, or wait for a person. `isFault`: the sender must hear of waiting ones. */
export function planAfterPatients(results: readonly SentResult[], isFault: boolean): Pick<Plan, 'state' | 'outcome'> {
  const notes = [...new Set(results.flatMap(({ note }) => note ?? []))]
  const isWaiting = results.some(({ state }) => state === 'waiting')
  const words = isWaiting ? ['Stored. An administrator must decide.', ...notes] : notes
  const text = words.join(' ')
  const outcome: Outcome =
    isWaiting && isFault ? faulty({ condition: 'locked', place: null, text }) : { kind: 'accepted', note: text }
  return { state: isWaiting ? 'waiting' : 'applied', outcome }
}

/** Returns the answer to a message of which a part was refused. */
export function refusalOf(error: AppError): Outcome {
  if (error.code === 'PATIENT_ID_SAME') {
    return faulty({ condition: 'duplicateKey', place: { segment: 'MRG', field: 1 }, text: 'MRG-1 is the same patient as PID-3.' })
  }
  const refusal = refusals[error.code]
  if (refusal === undefined) return faulty({ condition: 'internal', place: null, text: error.message })
  return faulty({ condition: refusal.condition, place: { segment: 'ORC', field: refusal.field }, text: error.message })
}
