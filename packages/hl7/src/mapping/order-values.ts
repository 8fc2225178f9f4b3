import type { Segment } from '../message/message.ts'
import { addFault, addUnknown } from './findings.ts'
import {
  MAX_COPIES,
  MAX_INDICATION,
  type MappedNumber,
  type MappedOrder,
  type MappedProtocol,
  type MappedVisit,
} from './mapped-order.ts'
import {
  indicationPlaces,
  type MappedControl,
  type MappedPriority,
  type MappedStatus,
  meaningOf,
  orderControls,
  orderPlaces,
  orderStatuses,
  usualPriorities,
} from './mapping.ts'
import { dicomModalities } from './modalities.ts'
import { codedField, doctor, type Found, find, number, type Reading, short, textAt } from './order-fields.ts'
import { readPlace, segmentsOf } from './places.ts'
import { type MappedPatient, readPatient } from './read-patient.ts'
import { doctorNumber, isNoDay, isRemoved, lines, type Occurrence, part, patientId, readInstant, type Sent } from './values.ts'

/** Reads the ordering physician's number, unless the connection reads one component only. */
export function readDoctorNumber(reading: Reading): Sent<MappedNumber> {
  const [at] = find(reading, 'orderingPhysician')
  if (at === undefined || at.place.component !== undefined) return undefined
  const found = isRemoved(at) ? null : doctorNumber(at)
  return found !== null && found.number.length <= 199 && (found.authority?.length ?? 0) <= 250 ? found : null
}

/** Reads the visit of PV1, and the account of PID. A message without both says nothing. */
export function readVisit({ scope }: Reading): MappedVisit | undefined {
  const [pv1] = segmentsOf(scope, 'PV1')
  const [pid] = segmentsOf(scope, 'PID')
  const at = (segment: Segment, field: number): Occurrence => ({ segment, field, repetition: 1 })
  const numberAt = (segment: Segment | undefined, field: number): MappedNumber | null => {
    const found = segment && patientId(at(segment, field))
    return found && found.id.length <= 199 && (found.authority?.length ?? 0) <= 250
      ? { number: found.id, authority: found.authority }
      : null
  }
  const location = pv1 ? Array.from({ length: 11 }, (_, index) => part(at(pv1, 3), index + 1).slice(0, 200)) : []
  const visit = {
    patientClass: pv1 ? part(at(pv1, 2), 1).slice(0, 20) : '',
    location: location.slice(0, location.findLastIndex((text) => text !== '') + 1),
    number: numberAt(pv1, 19),
    account: numberAt(pid, 18),
  }
  const isEmpty = visit.patientClass === '' && visit.location.length === 0 && visit.number === null && visit.account === null
  return isEmpty ? undefined : visit
}

/** Reads those who get a copy of the report. */
export function readCopies(reading: Reading): Sent<string[]> {
  const found = find(reading, 'copiesTo')
  if (found.length === 0) return undefined
  if (found.some(isRemoved)) return null
  return found.flatMap((at) => doctor(at) ?? []).slice(0, MAX_COPIES)
}

/** Reads the priority of an order. */
export function readPriority(reading: Reading): Sent<MappedPriority> {
  return codedField(reading, 'priority', (text) => meaningOf(text, reading.mapping.priorities, usualPriorities))
}

/** Reads the requested procedure: its id, its code and its words. */
export function readProcedure(reading: Reading): MappedOrder['procedure'] {
  const id = short(reading, 'procedureId')
  const [at] = find(reading, 'procedure')
  if (at === undefined) return id === undefined ? undefined : { id }
  if (isRemoved(at)) return null
  const words =
    at.place.component === undefined ? { code: part(at, 1), text: part(at, 2), system: part(at, 3) } : { text: textAt(at) }
  if ((words.code?.length ?? 0) > 64 || (words.system?.length ?? 0) > 64 || words.text.length > 1024) {
    addFault(reading.findings, 'dataType', at.place, 'is too long for a procedure', at.segment)
  }
  return {
    ...(id === undefined ? {} : { id }),
    ...(words.code ? { code: words.code } : {}),
    ...(words.system ? { codingSystem: words.system } : {}),
    ...(words.text ? { description: words.text } : {}),
  }
}

/** Reads the protocol of a step: IPC-6, or in older messages the second code of OBR-4 (IHE RAD-4). */
export function readProtocol({ scope, findings }: Reading): MappedProtocol | undefined {
  const [step] = segmentsOf(scope, 'IPC')
  const [request] = segmentsOf(scope, 'OBR')
  const places = [
    { segment: step, field: 6, first: 1 },
    { segment: request, field: 4, first: 4 },
  ]
  for (const { segment, field, first } of places) {
    if (segment === undefined) continue
    const [code = '', words = '', system = ''] = [0, 1, 2].map((at) => part({ segment, field, repetition: 1 }, first + at))
    if (code === '' && words === '') continue
    if (code.length > 64 || system.length > 64 || words.length > 1_024) {
      addFault(findings, 'dataType', { segment: segment.name, field }, 'is too long for a procedure', segment)
    }
    return { description: words || code, code: code || null, codingSystem: system || null }
  }
  return undefined
}

/** Reads a text or the words of a code (the second component), whichever the sender filled. */
export const words = (at: Occurrence) => lines(at, 2) || lines(at, 1)

/** Reads the indication from all places that say why an examination is made, each on lines of its own. */
export function readIndication({ scope, findings }: Reading): string | undefined {
  const said = indicationPlaces.flatMap(({ place: text, label }) => {
    const place = readPlace(text)
    if (place === null) return []
    return segmentsOf(scope, place.segment).flatMap((segment) =>
      Array.from({ length: segment.repetitions(place.field) }, (_, at) => ({ segment, field: place.field, repetition: at + 1 }))
        // A note is text, whose first component is all of it.
        .map((at) => (place.segment === 'NTE' || place.field === 13 ? lines(at, 1) : words(at)))
        .filter((line) => line !== '')
        .map((line) => `${label}${line}`),
    )
  })
  const indication = said.join('\n')
  if (indication.length > MAX_INDICATION) {
    addFault(findings, 'dataType', { segment: 'OBR', field: 31 }, `and its notes are longer than ${MAX_INDICATION} characters`)
  }
  return indication || undefined
}

/** An unknown control tells of an order: its content counts, and its state stays. */
export function readControl({ scope, mapping, findings }: Reading): MappedControl {
  const [segment] = scope.own
  const place = { segment: 'ORC', field: 1 }
  const code = segment?.value(1) ?? ''
  const control = meaningOf<MappedControl>(code, mapping.controls, orderControls)
  if (code === '') addFault(findings, 'required', place, 'is missing', segment)
  else if (control === undefined) addUnknown(findings, 'control', place, code)
  return control ?? 'change'
}

/** Reads what a status message says of an order. */
export function readStatus({ scope, findings }: Reading): MappedStatus | undefined {
  const [segment] = scope.own
  const code = segment?.value(5) ?? ''
  const place = { segment: 'ORC', field: 5 }
  const status = meaningOf<MappedStatus>(code, {}, orderStatuses)
  if (code === '') addFault(findings, 'required', place, 'is missing', segment)
  else if (status === undefined) addUnknown(findings, 'status', place, code)
  return status
}

/** Reads the placer's number, by which the order is known. */
export function readPlacer(reading: Reading): MappedNumber {
  const before = reading.findings.faults.length
  const placer = number(reading, 'placer')
  if (placer) return placer
  const place = readPlace(reading.mapping.places.placer?.[0] ?? orderPlaces.placer[0]) ?? { segment: 'ORC', field: 2 }
  if (reading.findings.faults.length === before) addFault(reading.findings, 'required', place, 'is missing')
  return { number: '', authority: null }
}

/** The patient is needed for a new order only; other commands find the order by its number. */
export function readOrderPatient(reading: Reading, control: MappedControl): MappedPatient | undefined {
  const [pid] = segmentsOf(reading.scope, 'PID')
  if (pid !== undefined) return readPatient(pid, reading.mapping, reading.findings)
  if (control === 'new') addFault(reading.findings, 'required', { segment: 'PID', field: 3 }, 'is missing')
  return undefined
}

/** DICOM PS3.5 section 9.1. Scanners are told it, and refuse others. */
const uid = /^(?=.{1,64}$)(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+$/
/** Reads the Study Instance UID. */
export const readStudyUid = (reading: Reading): Sent<string> =>
  codedField(reading, 'studyInstanceUid', (text) => (uid.test(text) ? text : undefined))

/** A code string (CS): scanners can be told it, whatever it means. */
const codeString = /^[A-Z0-9_ ]{1,16}$/

/** A code that DICOM does not define is noted, and told to scanners all the same if they can be told it. */
export function modalityOf(reading: Reading): Sent<string> {
  const code = codedField(reading, 'modality', (text) => {
    const meant = meaningOf(text, reading.mapping.modalities, {}) ?? text.toUpperCase()
    return codeString.test(meant) ? meant : undefined
  })
  const [at] = find(reading, 'modality')
  const isMapped = at !== undefined && meaningOf(textAt(at), reading.mapping.modalities, {}) !== undefined
  if (at && code && !isMapped && !dicomModalities.has(code)) addUnknown(reading.findings, 'modality', at.place, textAt(at))
  return code
}

/** Reads when the examination is planned. */
export function scheduleOf(reading: Reading): Sent<string> {
  const [at] = find(reading, 'scheduledAt')
  if (at && isNoDay(textAt(at))) return undefined
  return codedField(reading, 'scheduledAt', (text) => readInstant(text, reading.mapping.timeZone) ?? undefined)
}

/** A place with a component has that alone; ward, room, bed and facility (PL) stand beside each other. */
export const locationOf = (at: Found) =>
  at.place.component === undefined
    ? [1, 2, 3, 4]
        .map((component) => part(at, component))
        .filter((text) => text !== '')
        .join(' ')
    : textAt(at)
