import { Priority, Sex } from '@readroom/contracts/core/primitives'
import { type Order, type OrderForm, orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import { fieldsOfName, type NameFieldValues, nameFieldNames, withNameFields } from '@readroom/contracts/patients/name-fields'
import { z } from 'zod'
import { fromClinicTime, toClinicTime } from '../../../lib/time/clinic-time.ts'

/** The fields of an order as they are typed. Empty means nothing. */
export type TypedOrder = NameFieldValues & {
  number: string
  labId: string
  patientId: string
  birthDate: string
  sex: string
  accessionNumber: string
  modality: string
  procedure: string
  procedureCode: string
  priority: string
  indication: string
  orderingPhysician: string
  /** A name on each line. */
  copiesTo: string
  /** yyyy-mm-dd and hh:mm, in the clinic's zone. */
  scheduledDay: string
  scheduledTime: string
  station: string
  aeTitle: string
}

/** Returns the fields of an order for its form; of a new one, empty ones. */
export function typedOrder(order: Order | null): TypedOrder {
  const schedule = order?.scheduledAt ? toClinicTime(order.scheduledAt) : { day: '', time: '' }
  return {
    number: order?.number ?? '',
    labId: order?.labId ?? '',
    patientId: order?.patient.ids[0]?.id ?? '',
    ...fieldsOfName(order?.patient.name ?? null),
    birthDate: order?.patient.birthDate ?? '',
    sex: order?.patient.sex ?? '',
    accessionNumber: order?.accessionNumber ?? '',
    modality: order?.modality ?? '',
    procedure: order?.procedure.description ?? '',
    procedureCode: order?.procedure.code ?? '',
    priority: order?.priority ?? '',
    indication: order?.indication ?? '',
    orderingPhysician: order?.orderingPhysician ?? '',
    copiesTo: order?.copiesTo.join('\n') ?? '',
    scheduledDay: schedule.day,
    scheduledTime: schedule.time,
    station: order?.station ?? '',
    aeTitle: order?.aeTitle ?? '',
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** Returns the ids of a patient with another first one. Those of other authorities stay. */
function idsOf(order: Order | null, typed: string) {
  const [first, ...others] = order?.patient.ids ?? []
  const id = orNull(typed)
  return id === null ? others : [{ id, authority: first?.authority ?? null }, ...others]
}

/** Returns the fields that differ from the order's, as the server expects them. */
function changedFields(order: Order | null, typed: TypedOrder): OrderForm {
  const before = typedOrder(order)
  const differs = (...names: (keyof TypedOrder)[]) => names.some((name) => typed[name].trim() !== before[name].trim())
  return {
    ...(differs('patientId', ...nameFieldNames, 'birthDate', 'sex') && {
      patient: {
        ids: idsOf(order, typed.patientId),
        name: orNull(withNameFields(order?.patient.name ?? '', typed) ?? ''),
        birthDate: orNull(typed.birthDate),
        sex: Sex.nullable().catch(null).parse(typed.sex),
      },
    }),
    ...(differs('procedure', 'procedureCode') && {
      procedure: { description: orNull(typed.procedure), code: orNull(typed.procedureCode) },
    }),
    ...(differs('accessionNumber') && { accessionNumber: orNull(typed.accessionNumber) }),
    ...(differs('modality') && { modality: orNull(typed.modality) }),
    ...(differs('priority') && { priority: Priority.nullable().catch(null).parse(typed.priority) }),
    ...(differs('indication') && { indication: orNull(typed.indication) }),
    ...(differs('copiesTo') && {
      copiesTo: typed.copiesTo
        .split('\n')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }),
    ...(differs('scheduledDay', 'scheduledTime') && {
      scheduledAt: timed(typed),
    }),
    ...(differs('station') && { station: orNull(typed.station) }),
    ...(differs('aeTitle') && { aeTitle: orNull(typed.aeTitle.toUpperCase()) }),
    ...(differs('orderingPhysician') && { orderingPhysician: orNull(typed.orderingPhysician) }),
  }
}

const timed = ({ scheduledDay: day, scheduledTime: time }: TypedOrder) => (day === '' ? null : fromClinicTime(day, time))

/** Returns the rules for the form of an order; null: a new one. `needsLab`: the user says which laboratory it is for. */
export const orderRules = (order: Order | null, needsLab: boolean) =>
  z
    .custom<TypedOrder>()
    .superRefine((typed, { addIssue }) => {
      const refuse = (path: keyof TypedOrder, message: string) => addIssue({ code: 'custom', path: [path], message })
      if (order === null && typed.number.trim() === '') refuse('number', 'Enter the order number.')
      if (needsLab && typed.labId === '') refuse('labId', 'Choose the laboratory.')
      if (typed.scheduledDay === '' && typed.scheduledTime.trim() !== '')
        refuse('scheduledDay', 'Enter the day of the examination, or clear its time.')
      if (typed.scheduledDay !== '' && timed(typed) === null)
        refuse('scheduledTime', 'Enter the time of the examination, such as 14:30.')
    })
    .transform((typed): unknown => ({
      ...changedFields(order, typed),
      ...(order === null && { number: typed.number }),
      ...(needsLab && { labId: typed.labId }),
    }))
    .pipe(orderEndpoints.create.body.partial({ number: true }))
