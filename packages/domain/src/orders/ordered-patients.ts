import type { OrderPatient } from '@readroom/contracts/orders/orders'
import type { Actor } from '@readroom/db/core/actor'
import type { Before } from '@readroom/db/core/locks'
import { listOrdersOfPatient } from '@readroom/db/orders/ordered-patients'
import { lockOrders, type OrderRow, type OrderValues, updateOrder } from '@readroom/db/orders/orders'
import { findMerge, listKnownIds } from '@readroom/db/patients/patient-merges'
import { listPatients } from '@readroom/db/patients/patients'
import { matchStudiesAgain } from '../patients/matching/order-matches.ts'
import { accountAsSender, noteOrderEvent, type OrderSender } from '../patients/matching/order-sender.ts'
import { compareIdentities, type Identity } from '../patients/patient-identity.ts'
import { mergePatients, unmergePatients } from '../patients/patient-merges.ts'
import { changesOf } from './order-fields.ts'

/** The patient according to a message. Names are as DICOM writes them. A missing field says nothing. */
export type OrderedPatient = Pick<OrderPatient, 'name' | 'birthDate' | 'sex'>

const identityOf = ({ patientName, patientBirthDate, patientSex }: OrderRow): Identity => ({
  name: patientName,
  birthDate: patientBirthDate,
  sex: patientSex,
})

const isConflicting = (one: Identity, other: Identity) => compareIdentities(one, other).agreement === 'conflicting'

/** Returns the columns that a message sets. */
const valuesOf = ({ name, birthDate, sex }: OrderedPatient): OrderValues => ({
  ...(name !== undefined && { patientName: name }),
  ...(birthDate !== undefined && { patientBirthDate: birthDate }),
  ...(sex !== undefined && { patientSex: sex }),
})

type LockedOrders = Awaited<ReturnType<typeof lockOrders<Before<'order'>>>>[0]

/** Writes values of an order with its history. Returns whether anything changed. */
async function write(tx: LockedOrders, sender: OrderSender, order: OrderRow, values: OrderValues): Promise<boolean> {
  const changes = changesOf(order, values).filter(({ field }) => field !== 'formerPatients')
  if (changes.length === 0) return false
  await updateOrder(tx, order.id, values)
  await noteOrderEvent(tx, sender, { orderId: order.id, event: 'changed', changes })
  return true
}

/** The result for the open orders of a patient: how many there are, and how many changed, or why a person must decide. */
export type OrderedResult = { found: number; changed: number; obstacle: string | null }

/** Returns the orders that name somebody else than a message, and whether they name several people: only a person can tell whose these are. */
function othersOf(orders: readonly OrderRow[], { name = null, birthDate = null, sex = null }: OrderedPatient) {
  const others = orders.filter((order) => isConflicting(identityOf(order), { name, birthDate, sex }))
  const [first] = others
  const areSeveral = first !== undefined && others.some((order) => isConflicting(identityOf(order), identityOf(first)))
  return { others, areSeveral }
}

/**
 * Writes what a connected system says of a patient to the open orders with its ID. Before there are images, the ID of the laboratory's own system says who
 * is meant: an order for an unknown person gets its name so. With images, an order that names somebody else is left to the images' rules. If orders name
 * several people who are not the one of the message, only a person can tell whose they are.
 */
export async function updateOrderedPatient(
  begun: Before<'order'>,
  sender: OrderSender,
  patientId: string,
  patient: OrderedPatient,
): Promise<OrderedResult> {
  const found = await listOrdersOfPatient(begun, { labId: sender.labId, patientIds: [patientId] })
  const [tx, orders] = await lockOrders(
    begun,
    found.map(({ id }) => id),
  )
  const imaged = new Set(found.filter(({ hasImages }) => hasImages).map(({ id }) => id))
  const { others } = othersOf(orders, patient)
  const { areSeveral } = othersOf(
    others.filter(({ id }) => !imaged.has(id)),
    patient,
  )
  if (areSeveral) return { found: orders.length, changed: 0, obstacle: 'Orders with the ID of PID-3 name several people.' }
  let changed = 0
  for (const order of orders) {
    if (imaged.has(order.id) && others.includes(order)) continue
    if (await write(tx, sender, order, valuesOf(patient))) changed += 1
  }
  return { found: orders.length, changed, obstacle: null }
}

type Move = { from: readonly string[]; into: string; patient: OrderedPatient }

/**
 * Gives the open orders with these IDs another ID, after a merge. Each remembers its patient. Orders of several people, none of whom is that of the
 * message, stay: a person must tell them apart.
 */
export async function moveOrders(
  begun: Before<'order'>,
  sender: OrderSender,
  { from, into, patient }: Move,
): Promise<OrderedResult> {
  const found = await listOrdersOfPatient(begun, { labId: sender.labId, patientIds: from })
  const [tx, orders] = await lockOrders(
    begun,
    found.map(({ id }) => id),
  )
  const { areSeveral } = othersOf(orders, patient)
  if (areSeveral) return { found: orders.length, changed: 0, obstacle: 'Orders with the ID of MRG-1 name several people.' }
  let changed = 0
  for (const order of orders) {
    const [own, ...others] = order.patientIds
    const ids = [{ id: into, authority: own?.authority ?? null }, ...others.filter(({ id }) => id !== into)]
    const { patientName: name, patientBirthDate: birthDate, patientSex: sex } = order
    const values: OrderValues = {
      ...valuesOf(patient),
      patientIds: ids,
      // A scanner that has read its worklist before reports the former ID.
      patientIdTexts: [...new Set([...ids.map(({ id }) => id), ...order.patientIdTexts])],
      formerPatients: [...order.formerPatients, { ids: order.patientIds, name, birthDate, sex }],
    }
    if (await write(tx, sender, order, values)) changed += 1
  }
  return { found: orders.length, changed, obstacle: null }
}

/** Gives the open orders that a merge moved their patient back. */
async function returnOrders(
  begun: Before<'order'>,
  sender: OrderSender,
  { from, into }: { from: readonly string[]; into: string },
): Promise<void> {
  const found = await listOrdersOfPatient(begun, { labId: sender.labId, patientIds: [into] })
  const [tx, orders] = await lockOrders(
    begun,
    found.map(({ id }) => id),
  )
  for (const order of orders) {
    const former = order.formerPatients.at(-1)
    const formerId = former?.ids[0]?.id
    if (!former || formerId === undefined || !from.includes(formerId)) continue
    await write(tx, sender, order, {
      patientIds: former.ids,
      patientIdTexts: former.ids.map(({ id }) => id),
      patientName: former.name,
      patientBirthDate: former.birthDate,
      patientSex: former.sex,
      formerPatients: order.formerPatients.slice(0, -1),
    })
  }
}

/** As `mergePatients`, with the orders of the person who is merged. */
export async function mergeWithOrders(
  begun: Before<'study'>,
  actor: Actor,
  merge: Parameters<typeof mergePatients>[2],
): Promise<void> {
  const { fromPersonId, intoPersonId } = merge
  const before = await listKnownIds(begun, [fromPersonId])
  const studyIds = await mergePatients(begun, actor, merge)
  const [into] = await listPatients(begun, [intoPersonId])
  if (into?.labId && into.patientId !== null) {
    const from = before.map(({ patientId }) => patientId)
    await moveOrders(begun, accountAsSender(actor, into.labId), { from, into: into.patientId, patient: {} })
  }
  await matchStudiesAgain(begun, studyIds)
}

/** As `unmergePatients`, with the orders that the merge moved. */
export async function unmergeWithOrders(begun: Before<'study'>, actor: Actor, mergeId: string): Promise<void> {
  const studyIds = await unmergePatients(begun, actor, mergeId)
  const merge = await findMerge(begun, mergeId)
  const [into] = merge ? await listPatients(begun, [merge.intoRowId]) : []
  if (merge && into?.patientId) {
    const from = (await listKnownIds(begun, [merge.fromRowId])).map(({ patientId }) => patientId)
    await returnOrders(begun, accountAsSender(actor, merge.labId), { from, into: into.patientId })
  }
  await matchStudiesAgain(begun, studyIds)
}
