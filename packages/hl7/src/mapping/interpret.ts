import type { Buffer } from 'node:buffer'
import type { Fault, Outcome } from '../message/acknowledgement.ts'
import { charsets, UnknownCharset } from '../message/charset.ts'
import { type Header, headerComponent } from '../message/header.ts'
import { type Message, parseMessage, readHeaderText, TooManyParts } from '../message/message.ts'
import { addUnknown, type Findings, type UnknownValue } from './findings.ts'
import type { MappedOrder } from './mapped-order.ts'
import type { Mapping } from './mapping.ts'
import { readOrders } from './read-orders.ts'
import { type PatientChange, readPatientChanges } from './read-patient.ts'

/** What a message asks for. */
export type Content = { kind: 'orders'; orders: MappedOrder[] } | { kind: 'patients'; changes: PatientChange[] }

export type Interpretation =
  | { content: Content; message: Message; unknown: readonly UnknownValue[] }
  | { content: null; outcome: Exclude<Outcome, { kind: 'accepted' }>; message: Message | null; unknown: readonly UnknownValue[] }

const orderTypes = ['ORM^O01', 'OMI^O23', 'OMG^O19']

/** ADT events, by what they mean for a patient. Others, such as discharges, say nothing that an order needs. */
const patientEvents = new Map<string, PatientChange['kind']>([
  ['A01', 'update'],
  ['A04', 'update'],
  ['A08', 'update'],
  ['A28', 'update'],
  ['A31', 'update'],
  ['A40', 'merge'],
  ['A47', 'changeId'],
])

/** The types that can be received, as MSH-9 writes them. */
export const supportedTypes: readonly string[] = [...orderTypes, ...[...patientEvents.keys()].map((event) => `ADT^${event}`)]

/** Returns the type of a message as `ORM^O01`, whatever its separators are. */
export const messageType = (header: Header): string =>
  [headerComponent(header, 9, 1), headerComponent(header, 9, 2)].filter((part) => part !== '').join('^')

/** HL7 table 0103: production, training, debugging. */
const processingIds = ({ isTraining }: Mapping): readonly string[] => (isTraining ? ['P', 'T', 'D'] : ['P'])

function findForeign(bytes: Buffer, header: Header, mapping: Mapping, defaultCharset: string): Fault | null {
  const at = (field: number) => ({ segment: 'MSH', field })
  const type = messageType(header)
  if (mapping.sendingFacility !== null && readHeaderText(bytes, header, 4, defaultCharset) !== mapping.sendingFacility) {
    return { condition: 'unknownKey', place: at(4), text: 'MSH-4 is not the sending facility of this connection.' }
  }
  if (!processingIds(mapping).includes(headerComponent(header, 11, 1) || 'P')) {
    return { condition: 'processingId', place: at(11), text: 'MSH-11 is not a processing ID of this connection.' }
  }
  if (!/^2(\.\d+)*$/.test(headerComponent(header, 12, 1) || '2')) {
    return { condition: 'version', place: at(12), text: 'MSH-12 is not a version of HL7 v2.' }
  }
  if (supportedTypes.includes(type)) return null
  const isKnown = supportedTypes.some((supported) => supported.startsWith(`${headerComponent(header, 9, 1)}^`))
  return isKnown
    ? { condition: 'eventCode', place: { ...at(9), component: 2 }, text: 'MSH-9.2 is not a supported event.' }
    : { condition: 'messageType', place: at(9), text: 'MSH-9 is not a supported type of message.' }
}

function readContent(message: Message, mapping: Mapping): Findings & { content: Content } {
  const { unknownName } = message.reading
  const findings: Findings = { faults: [], unknown: [] }
  if (unknownName !== null) addUnknown(findings, 'charset', { segment: 'MSH', field: 18 }, unknownName)
  const type = messageType(message.header)
  const event = patientEvents.get(headerComponent(message.header, 9, 2))
  const content: Content =
    event === undefined || orderTypes.includes(type)
      ? { kind: 'orders', orders: readOrders(message, mapping, findings) }
      : { kind: 'patients', changes: readPatientChanges(message, event, mapping, findings) }
  return { content, ...findings }
}

/** Returns the fault of a message that could not be parsed. Throws what is no fault of the message. */
function faultOf(error: unknown): Fault {
  if (error instanceof UnknownCharset) {
    return { condition: 'unknownValue', place: { segment: 'MSH', field: 18 }, text: `MSH-18: ${error.message}` }
  }
  if (error instanceof TooManyParts) return { condition: 'segmentSequence', place: null, text: error.message }
  throw error
}

/**
 * Reads what a message asks for. Messages for somebody else are refused; messages whose content is wrong name each field that is.
 * `header` is the one of `bytes`.
 */
export function interpret(bytes: Buffer, header: Header, mapping: Mapping, defaultCharset = charsets[0] ?? ''): Interpretation {
  const foreign = findForeign(bytes, header, mapping, defaultCharset)
  if (foreign !== null) return { content: null, outcome: { kind: 'refused', faults: [foreign] }, message: null, unknown: [] }
  if (header.field(10).trim() === '') {
    const fault: Fault = { condition: 'required', place: { segment: 'MSH', field: 10 }, text: 'MSH-10 is missing.' }
    return { content: null, outcome: { kind: 'faulty', faults: [fault] }, message: null, unknown: [] }
  }
  try {
    const message = parseMessage(bytes, defaultCharset, mapping.charsets)
    const { content, faults, unknown } = readContent(message, mapping)
    if (faults.length > 0) return { content: null, outcome: { kind: 'faulty', faults }, message, unknown }
    return { content, message, unknown }
  } catch (error) {
    return { content: null, outcome: { kind: 'faulty', faults: [faultOf(error)] }, message: null, unknown: [] }
  }
}
