import { isDeepStrictEqual } from 'node:util'
import type { OrderFields } from '@readroom/contracts/orders/orders'
import type { OrderRow, OrderValues } from '@readroom/db/orders/orders'
import type { OrderChange } from '@readroom/db/orders/orders.schema'

/** Left out: as it is. Empty is the same as null. */
const textOf = (value: string | null | undefined): string | null | undefined => (value === '' ? null : value)

function patientValues(patient: OrderFields['patient']): OrderValues {
  if (patient === undefined) return {}
  return {
    patientIds: patient.ids,
    patientIdTexts: patient.ids.map(({ id }) => id),
    patientName: textOf(patient.name),
    patientBirthDate: patient.birthDate,
    patientSex: patient.sex,
  }
}

function procedureValues(procedure: OrderFields['procedure']): OrderValues {
  if (procedure === undefined) return {}
  return {
    procedureId: textOf(procedure === null ? null : procedure.id),
    procedureCode: textOf(procedure === null ? null : procedure.code),
    procedureCodingSystem: textOf(procedure === null ? null : procedure.codingSystem),
    procedureDescription: textOf(procedure === null ? null : procedure.description),
  }
}

function fillerValues(filler: OrderFields['filler']): OrderValues {
  if (filler === undefined) return {}
  return { fillerNumber: filler?.number ?? null, fillerAuthority: filler?.authority ?? null }
}

/** Removes the values that a command leaves out. */
const said = (values: OrderValues): OrderValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Returns the columns that a command sets. */
export function valuesOf(fields: OrderFields): OrderValues {
  return said({
    ...fillerValues(fields.filler),
    ...procedureValues(fields.procedure),
    ...patientValues(fields.patient),
    accessionNumber: textOf(fields.accessionNumber),
    studyInstanceUid: fields.studyInstanceUid,
    modality: fields.modality,
    priority: fields.priority,
    indication: textOf(fields.indication),
    orderingPhysician: textOf(fields.orderingPhysician),
    orderingPhysicianNumber: fields.orderingPhysicianNumber,
    copiesTo: fields.copiesTo === null ? [] : fields.copiesTo,
    scheduledAt: typeof fields.scheduledAt === 'string' ? new Date(fields.scheduledAt) : fields.scheduledAt,
    station: textOf(fields.station),
    aeTitle: textOf(fields.aeTitle),
    stepId: textOf(fields.stepId),
    protocol: fields.protocol,
    furtherSteps: fields.furtherSteps === null ? [] : fields.furtherSteps,
    patientLocation: textOf(fields.patientLocation),
    visit: fields.visit,
  })
}

/** The columns that have the value of a field, once somebody could read it. */
const columnOf: Readonly<Record<string, keyof OrderValues>> = {
  priority: 'priority',
  modality: 'modality',
  sex: 'patientSex',
  birthDate: 'patientBirthDate',
  scheduledAt: 'scheduledAt',
  studyInstanceUid: 'studyInstanceUid',
}

/** Returns the unreadable values of an order after a command. Those of fields that the command sets are gone. */
export function unknownAfter(
  before: Readonly<Record<string, string>>,
  values: OrderValues,
  sent: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const kept = Object.entries(before).filter(([field]) => {
    const column = columnOf[field]
    return column !== undefined && !(column in values)
  })
  return { ...Object.fromEntries(kept), ...sent }
}

/** Follows from `patientIds`. */
const derived = 'patientIdTexts'

/** Returns the fields whose values a command changes, with those of before. */
export function changesOf(order: OrderRow, values: OrderValues): OrderChange[] {
  const before = new Map<string, unknown>(Object.entries(order))
  return Object.entries(values)
    .filter(([field, after]) => field !== derived && !isDeepStrictEqual(before.get(field), after))
    .map(([field, after]) => ({ field, before: before.get(field), after }))
}

/** Reports whether a repeated order says the same as before. What it leaves out, a new order has none of. */
export function isSameOrder(order: OrderRow, values: OrderValues): boolean {
  return changesOf(order, { ...nothing, ...values }).length === 0
}

const nothing: OrderValues = {
  fillerNumber: null,
  fillerAuthority: null,
  procedureId: null,
  procedureCode: null,
  procedureCodingSystem: null,
  procedureDescription: null,
  patientIds: [],
  patientName: null,
  patientBirthDate: null,
  patientSex: null,
  accessionNumber: null,
  studyInstanceUid: null,
  modality: null,
  priority: null,
  indication: null,
  orderingPhysician: null,
  orderingPhysicianNumber: null,
  copiesTo: [],
  scheduledAt: null,
  station: null,
  aeTitle: null,
  stepId: null,
  protocol: null,
  furtherSteps: [],
  patientLocation: null,
  visit: null,
}
