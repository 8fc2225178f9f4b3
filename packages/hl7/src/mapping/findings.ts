import type { ErrorCondition, Fault } from '../message/acknowledgement.ts'
import type { Place, Segment } from '../message/message.ts'

/** The fields whose values are words of a table, a day, a time or a UID. */
export const coded = [
  'control',
  'status',
  'priority',
  'modality',
  'sex',
  'birthDate',
  'scheduledAt',
  'studyInstanceUid',
  'charset',
] as const
export type CodedField = (typeof coded)[number]

/** A value that is in no table, or is no day, time or UID: as it was sent, and where. */
export type UnknownValue = { field: CodedField; place: string; value: string }

/** A longer value is cut off: it is none that anybody maps. */
const MAX_VALUE = 200

/** Notes a value that cannot be read, so that somebody sees it. */
export function addUnknown(findings: Findings, field: CodedField, place: Place, value: string): void {
  findings.unknown.push({ field, place: placeName(place), value: value.replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE) })
}

/** What a reading of a message found wrong. Texts name fields and quote no values, since logs and answers leave the system. */
export type Findings = { faults: Fault[]; unknown: UnknownValue[] }

/** Writes a place as people do: `PID-3`, `ORC-7.6`. */
export const placeName = ({ segment, field, component, subcomponent }: Place): string =>
  [`${segment}-${field}`, component, subcomponent].filter((part) => part !== undefined).join('.')

/** Notes a fault at a field of a segment. `says` follows the field's name. */
export function addFault(findings: Findings, condition: ErrorCondition, place: Place, says: string, segment?: Segment): void {
  findings.faults.push({
    condition,
    place: segment === undefined ? place : { ...place, sequence: segment.sequence },
    text: `${placeName(place)} ${says}.`,
  })
}
