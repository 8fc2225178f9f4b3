import type { Message, Place, Segment } from '../message/message.ts'
import { addFault, addUnknown, type CodedField, type Findings } from './findings.ts'
import {
  indicationPlaces,
  type MappedControl,
  type MappedPriority,
  type MappedStatus,
  type Mapping,
  meaningOf,
  type OrderPlace,
  orderControls,
  orderPlaces,
  orderStatuses,
  usualPriorities,
} from './mapping.ts'
import { dicomModalities } from './modalities.ts'
import { readPlace, type Scope, segmentsOf, splitOrders } from './places.ts'
import { type MappedPatient, readPatient } from './read-patient.ts'
import {
  doctorName,
  doctorNumber,
  entity,
  isNoDay,
  isRemoved,
  lines,
  type Occurrence,
  part,
  patientId,
  readInstant,
  type Sent,
} from './values.ts'

export type MappedNumber = { number: string; authority: string | null }

/** A scheduled step. */
export type MappedStep = {
  id: string | null
  description: string | null
  modality: string | null
  station: string | null
  aeTitle: string | null
  scheduledAt: string | null
}

/** The visit of an order: each part as it came. */
export type MappedVisit = {
  patientClass: string
  location: string[]
  number: MappedNumber | null
  account: MappedNumber | null
}

/** One order of a message. Left out: the sender says nothing about it. Null: the sender removes it. */
export type MappedOrder = {
  control: MappedControl
  status?: MappedStatus | undefined
  reason?: string | undefined
  placer: MappedNumber
  filler?: Sent<MappedNumber>
  accessionNumber?: Sent<string>
  studyInstanceUid?: Sent<string>
  procedure?: Sent<{ id?: Sent<string>; code?: Sent<string>; codingSystem?: Sent<string>; description?: Sent<string> }>
  modality?: Sent<string>
  priority?: Sent<MappedPriority>
  indication?: Sent<string>
  orderingPhysician?: Sent<string>
  orderingPhysicianNumber?: Sent<MappedNumber>
  copiesTo?: Sent<string[]>
  scheduledAt?: Sent<string>
  station?: Sent<string>
  aeTitle?: Sent<string>
  stepId?: Sent<string>
  /** The steps beside the first one, if there are several. */
  furtherSteps?: MappedStep[]
  patientLocation?: Sent<string>
  visit?: MappedVisit | undefined
  /** Values that could not be read, as they were sent. */
  unknownValues?: Partial<Record<CodedField, string>>
  patient?: MappedPatient | undefined
}

export const MAX_INDICATION = 10_000
export const MAX_COPIES = 20
export const MAX_ORDERS = 100
export const MAX_STEPS = 20

type Found = Occurrence & { place: Place }
type Reading = { scope: Scope; mapping: Mapping; findings: Findings }

/** Returns the occurrences of the first place that has a value. */
function find({ scope, mapping }: Reading, name: OrderPlace): Found[] {
  for (const text of mapping.places[name] ?? orderPlaces[name]) {
    const place = readPlace(text)
    if (place === null) continue
    const found = segmentsOf(scope, place.segment).flatMap((segment) =>
      Array.from({ length: segment.repetitions(place.field) }, (_, at) => ({
        segment,
        field: place.field,
        repetition: at + 1,
        place,
      })),
    )
    const filled = found.filter((at) => isRemoved(at) || hasValue(at))
    if (filled.length > 0) return filled
  }
  return []
}

/** A place with a component counts only if that component is filled. */
const hasValue = (at: Found): boolean =>
  at.place.component === undefined
    ? at.segment.raw(at.field, at.repetition).replace(/[^\p{L}\p{N}]/gu, '') !== ''
    : textAt(at) !== ''

/** Returns the text at a place: its own component, or the first. */
function textAt(at: Found): string {
  const text = at.segment.value(at.field, at.place.component ?? 1, at.place.subcomponent ?? 1, at.repetition)
  return text.replace(/\s+/g, ' ')
}

/** Reads a field by its first occurrence. `read` returns null if the value is not allowed. */
function field<T>(reading: Reading, name: OrderPlace, says: string, read: (at: Found) => T | null): Sent<T> {
  const [at] = find(reading, name)
  if (at === undefined) return undefined
  if (isRemoved(at)) return null
  const value = read(at)
  if (value === null) addFault(reading.findings, 'dataType', at.place, says, at.segment)
  return value ?? undefined
}

/** As `field` for a field with codes. A value that `read` does not know is noted, and says nothing. */
function codedField<T>(reading: Reading, name: OrderPlace & CodedField, read: (text: string) => T | undefined): Sent<T> {
  const [at] = find(reading, name)
  if (at === undefined) return undefined
  if (isRemoved(at)) return null
  const text = textAt(at)
  // Other components of the field have values.
  if (text === '') return undefined
  const value = read(text)
  if (value === undefined) addUnknown(reading.findings, name, at.place, text)
  return value
}

const upTo = (max: number, text: string) => (text.length > max || text === '' ? null : text)
const short = (reading: Reading, name: OrderPlace, max = 64) =>
  field(reading, name, `is longer than ${max} characters`, (at) => upTo(max, textAt(at)))

/** Reads a number with its authority; a place with a component has a number only. */
const number = (reading: Reading, name: OrderPlace): Sent<MappedNumber> =>
  field(reading, name, 'is not an order number of at most 199 characters', (at) => {
    const found = at.place.component === undefined ? entity(at) : { number: textAt(at), authority: null }
    return found === null || found.number.length > 199 || (found.authority?.length ?? 0) > 250 ? null : found
  })

const doctor = (at: Found, all: readonly Found[] = [at]) =>
  upTo(400, at.place.component === undefined ? doctorName(all) : textAt(at))

/** Reads the ordering physician's number, unless the connection reads one component only. */
function readDoctorNumber(reading: Reading): Sent<MappedNumber> {
  const [at] = find(reading, 'orderingPhysician')
  if (at === undefined || at.place.component !== undefined) return undefined
  const found = isRemoved(at) ? null : doctorNumber(at)
  return found !== null && found.number.length <= 199 && (found.authority?.length ?? 0) <= 250 ? found : null
}

/** Reads the visit of PV1, and the account of PID. A message without both says nothing. */
function readVisit({ scope }: Reading): MappedVisit | undefined {
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

function readCopies(reading: Reading): Sent<string[]> {
  const found = find(reading, 'copiesTo')
  if (found.length === 0) return undefined
  if (found.some(isRemoved)) return null
  return found.flatMap((at) => doctor(at) ?? []).slice(0, MAX_COPIES)
}

function readPriority(reading: Reading): Sent<MappedPriority> {
  return codedField(reading, 'priority', (text) => meaningOf(text, reading.mapping.priorities, usualPriorities))
}

function readProcedure(reading: Reading): MappedOrder['procedure'] {
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

/** Reads a text or the words of a code (the second component), whichever the sender filled. */
const words = (at: Occurrence) => lines(at, 2) || lines(at, 1)

function readIndication({ scope, findings }: Reading): string | undefined {
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
function readControl({ scope, mapping, findings }: Reading): MappedControl {
  const [segment] = scope.own
  const place = { segment: 'ORC', field: 1 }
  const code = segment?.value(1) ?? ''
  const control = meaningOf<MappedControl>(code, mapping.controls, orderControls)
  if (code === '') addFault(findings, 'required', place, 'is missing', segment)
  else if (control === undefined) addUnknown(findings, 'control', place, code)
  return control ?? 'change'
}

function readStatus({ scope, findings }: Reading): MappedStatus | undefined {
  const [segment] = scope.own
  const code = segment?.value(5) ?? ''
  const place = { segment: 'ORC', field: 5 }
  const status = meaningOf<MappedStatus>(code, {}, orderStatuses)
  if (code === '') addFault(findings, 'required', place, 'is missing', segment)
  else if (status === undefined) addUnknown(findings, 'status', place, code)
  return status
}

function readPlacer(reading: Reading): MappedNumber {
  const before = reading.findings.faults.length
  const placer = number(reading, 'placer')
  if (placer) return placer
  const place = readPlace(reading.mapping.places.placer?.[0] ?? orderPlaces.placer[0]) ?? { segment: 'ORC', field: 2 }
  if (reading.findings.faults.length === before) addFault(reading.findings, 'required', place, 'is missing')
  return { number: '', authority: null }
}

/** The patient is needed for a new order only; other commands find the order by its number. */
function readOrderPatient(reading: Reading, control: MappedControl): MappedPatient | undefined {
  const [pid] = segmentsOf(reading.scope, 'PID')
  if (pid !== undefined) return readPatient(pid, reading.mapping, reading.findings)
  if (control === 'new') addFault(reading.findings, 'required', { segment: 'PID', field: 3 }, 'is missing')
  return undefined
}

/** DICOM PS3.5 section 9.1. Scanners are told it, and refuse others. */
const uid = /^(?=.{1,64}$)(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))+$/
/** A code string (CS): scanners can be told it, whatever it means. */
const codeString = /^[A-Z0-9_ ]{1,16}$/

/** A code that DICOM does not define is noted, and told to scanners all the same if they can be told it. */
function modalityOf(reading: Reading): Sent<string> {
  const code = codedField(reading, 'modality', (text) => {
    const meant = meaningOf(text, reading.mapping.modalities, {}) ?? text.toUpperCase()
    return codeString.test(meant) ? meant : undefined
  })
  const [at] = find(reading, 'modality')
  const isMapped = at !== undefined && meaningOf(textAt(at), reading.mapping.modalities, {}) !== undefined
  if (at && code && !isMapped && !dicomModalities.has(code)) addUnknown(reading.findings, 'modality', at.place, textAt(at))
  return code
}

function scheduleOf(reading: Reading): Sent<string> {
  const [at] = find(reading, 'scheduledAt')
  if (at && isNoDay(textAt(at))) return undefined
  return codedField(reading, 'scheduledAt', (text) => readInstant(text, reading.mapping.timeZone) ?? undefined)
}

function readOrder(scope: Scope, mapping: Mapping, shared: Findings): MappedOrder {
  const findings: Findings = { faults: shared.faults, unknown: [] }
  const first = scope.own.find(({ name }) => name === 'IPC')
  const described = readFields({ scope: withStep(scope, first), mapping, findings })
  const order = { ...described, ...furtherSteps(scope, mapping, findings) }
  shared.unknown.push(...findings.unknown)
  const unknownValues = Object.fromEntries(findings.unknown.map(({ field, value }) => [field, value]))
  return findings.unknown.length === 0 ? order : { ...order, unknownValues }
}

/** Reads an order with its first step. */
function readFields(reading: Reading): MappedOrder {
  const sent = readControl(reading)
  const status = sent === 'status' ? readStatus(reading) : undefined
  // A status that nobody knows changes no state; the order's content counts.
  const control = sent === 'status' && status === undefined ? 'change' : sent
  return {
    control,
    placer: readPlacer(reading),
    status,
    reason: field(reading, 'reason', 'is longer than 2000 characters', (at) => upTo(2000, words(at))) ?? undefined,
    filler: number(reading, 'filler'),
    accessionNumber: short(reading, 'accessionNumber'),
    studyInstanceUid: codedField(reading, 'studyInstanceUid', (text) => (uid.test(text) ? text : undefined)),
    procedure: readProcedure(reading),
    modality: modalityOf(reading),
    priority: readPriority(reading),
    indication: readIndication(reading),
    orderingPhysician: field(reading, 'orderingPhysician', 'is longer than 400 characters', (at) =>
      doctor(at, find(reading, 'orderingPhysician')),
    ),
    orderingPhysicianNumber: readDoctorNumber(reading),
    copiesTo: readCopies(reading),
    scheduledAt: scheduleOf(reading),
    station: short(reading, 'station'),
    aeTitle: short(reading, 'aeTitle'),
    stepId: short(reading, 'stepId'),
    patientLocation: field(reading, 'patientLocation', 'is longer than 200 characters', (at) => upTo(200, locationOf(at))),
    visit: readVisit(reading),
    patient: readOrderPatient(reading, control),
  }
}

/** A place with a component has that alone; ward, room, bed and facility (PL) stand beside each other. */
const locationOf = (at: Found) =>
  at.place.component === undefined
    ? [1, 2, 3, 4]
        .map((component) => part(at, component))
        .filter((text) => text !== '')
        .join(' ')
    : textAt(at)

/** Reads the values by which scanners tell the steps of an order apart. */
function readStep(reading: Reading): MappedStep {
  const [code] = find({ ...reading, mapping: { ...reading.mapping, places: { procedure: ['IPC-6'] } } }, 'procedure')
  return {
    id: short(reading, 'stepId') ?? null,
    description: (code && upTo(1_024, part(code, 2) || part(code, 1))) ?? null,
    modality: modalityOf(reading) ?? null,
    station: short(reading, 'station') ?? null,
    aeTitle: short(reading, 'aeTitle') ?? null,
    scheduledAt: scheduleOf(reading) ?? null,
  }
}

/** Returns an order with one of its steps alone. */
const withStep = (scope: Scope, step: Segment | undefined): Scope => ({
  ...scope,
  own: scope.own.filter((segment) => segment.name !== 'IPC' || segment === step),
})

/** Reads the steps of an order beside its first one: each IPC is one. An order without IPC says nothing about steps. */
function furtherSteps(scope: Scope, mapping: Mapping, findings: Findings): Pick<MappedOrder, 'furtherSteps'> {
  const steps = scope.own.filter(({ name }) => name === 'IPC')
  if (steps.length === 0) return {}
  return {
    furtherSteps: steps
      .slice(1, MAX_STEPS + 1)
      .map((step) => ({ ...readStep({ scope: withStep(scope, step), mapping, findings }), scheduledAt: null })),
  }
}

const isSameOrder = (left: MappedOrder, right: MappedOrder) =>
  left.control === right.control && left.placer.number === right.placer.number && left.placer.authority === right.placer.authority

/** Neither standard message has more than one patient, so nothing says which orders would be whose. */
function checkOnePatient({ segments }: Message, findings: Findings): void {
  const [first, ...others] = segments.filter(({ name }) => name === 'PID')
  const other = others.find((pid) => [3, 5, 7].some((field) => pid.raw(field) !== first?.raw(field)))
  if (other)
    addFault(findings, 'segmentSequence', { segment: 'PID', field: 3 }, 'is of another patient than the first one', other)
}

/** Adds the steps of a repeated order to the order. One that is the same as the first is none. */
function addSteps(first: MappedOrder, step: MappedStep, { furtherSteps: others = [] }: MappedOrder): void {
  const isFirst = (['modality', 'station', 'aeTitle', 'scheduledAt'] as const).every(
    (name) => (first[name] ?? null) === step[name],
  )
  const isRepeated = isFirst && (first.stepId ?? null) === step.id
  const steps = [...(first.furtherSteps ?? []), ...(isRepeated ? [] : [step]), ...others]
  if (steps.length > 0) first.furtherSteps = steps.slice(0, MAX_STEPS)
}

/**
 * Reads the orders of a message, in its order. Several steps of one order repeat its number, or come as several IPC: they are one order, described by
 * its first step, with the others beside it.
 */
export function readOrders(message: Message, mapping: Mapping, findings: Findings): MappedOrder[] {
  checkOnePatient(message, findings)
  const scopes = splitOrders(message)
  if (scopes.length === 0) addFault(findings, 'required', { segment: 'ORC', field: 1 }, 'is missing')
  if (scopes.length > MAX_ORDERS)
    addFault(findings, 'segmentSequence', { segment: 'ORC', field: 1 }, `comes more than ${MAX_ORDERS} times`)
  const orders: MappedOrder[] = []
  for (const scope of scopes.slice(0, MAX_ORDERS)) {
    const order = readOrder(scope, mapping, findings)
    const first = orders.find((other) => isSameOrder(other, order))
    if (first === undefined) orders.push(order)
    else addSteps(first, readStep({ scope, mapping, findings }), order)
  }
  return orders
}
