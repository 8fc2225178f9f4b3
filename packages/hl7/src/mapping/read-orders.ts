import type { Message, Segment } from '../message/message.ts'
import { addFault, type Findings } from './findings.ts'
import { MAX_ORDERS, MAX_STEPS, type MappedOrder, type MappedProtocol, type MappedStep } from './mapped-order.ts'
import type { Mapping } from './mapping.ts'
import { doctor, field, find, number, type Reading, short, upTo } from './order-fields.ts'
import {
  locationOf,
  modalityOf,
  readControl,
  readCopies,
  readDoctorNumber,
  readIndication,
  readOrderPatient,
  readPlacer,
  readPriority,
  readProcedure,
  readProtocol,
  readStatus,
  readStudyUid,
  readVisit,
  scheduleOf,
  words,
} from './order-values.ts'
import { type Scope, splitOrders } from './places.ts'

const noProtocol: MappedProtocol = { description: null, code: null, codingSystem: null }

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
    studyInstanceUid: readStudyUid(reading),
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
    protocol: readProtocol(reading),
    patientLocation: field(reading, 'patientLocation', 'is longer than 200 characters', (at) => upTo(200, locationOf(at))),
    visit: readVisit(reading),
    patient: readOrderPatient(reading, control),
  }
}

/** Reads the values by which scanners tell the steps of an order apart. */
function readStep(reading: Reading): MappedStep {
  return {
    id: short(reading, 'stepId') ?? null,
    ...(readProtocol(reading) ?? noProtocol),
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

/** Returns the procedure of a repeated order as the protocol of its step, if it is another one than that of the order. */
function procedureOf({ procedure: first }: MappedOrder, { procedure }: MappedOrder): MappedProtocol | null {
  if (!procedure || (procedure.code === first?.code && procedure.description === first?.description)) return null
  const { description = null, code = null, codingSystem = null } = procedure
  return { description, code, codingSystem }
}

/** Adds the steps of a repeated order to the order. One that is the same as the first is none. */
function addSteps(first: MappedOrder, read: MappedStep, repeated: MappedOrder): void {
  const { furtherSteps: others = [] } = repeated
  const step = repeated.protocol ? read : { ...read, ...procedureOf(first, repeated) }
  const isFirst = (['modality', 'station', 'aeTitle', 'scheduledAt'] as const).every(
    (name) => (first[name] ?? null) === step[name],
  )
  const { description } = first.protocol ?? noProtocol
  const isRepeated = isFirst && (first.stepId ?? null) === step.id && description === step.description
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
