import { AppError } from '@readroom/contracts/core/errors'
import { orderEndpoints } from '@readroom/contracts/orders/order-endpoints'
import type { OrderCommand } from '@readroom/contracts/orders/orders'
import type { Actor } from '@readroom/db/core/actor'
import type { Db } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  listCandidateOrders,
  listCandidateStudies,
  listOrders,
  listStudiesWithoutOrder,
  readOrder,
} from '@readroom/db/orders/order-lists'
import { listOrdersOfStudy } from '@readroom/db/orders/order-matches'
import { findOrder, listOrderEvents, type OrderRow } from '@readroom/db/orders/orders'
import { findLabName } from '@readroom/db/people/labs'
import { findStudy } from '@readroom/db/studies/studies'
import { matchByHand, unmatch } from '@readroom/domain/orders/matches-by-hand'
import { receiveOrder } from '@readroom/domain/orders/receive-order'
import { asMatched } from '@readroom/domain/patients/matching/order-matches'
import { requestKeysOf } from '@readroom/domain/patients/matching/order-matching'
import { accountAsSender } from '@readroom/domain/patients/matching/order-sender'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'
import { decodePosition, encodePosition } from './study-cursor.ts'
import { differencesTo, toOrder, toOrderDetails, toOrderStudy, toStudyOrder } from './to-order.ts'

/** Throws ORDER_NOT_FOUND if there is no such order, or the actor does not see it. */
async function requireOrder(db: Db, actor: Actor, orderId: string): Promise<OrderRow> {
  const order = await findOrder(db, actor, orderId)
  if (!order) throw new AppError('ORDER_NOT_FOUND')
  return order
}

async function describe(db: Db, actor: Actor, orderId: string) {
  const listed = await readOrder(db, actor, orderId)
  if (!listed) throw new AppError('ORDER_NOT_FOUND')
  return { order: toOrderDetails(listed, await listOrderEvents(db, orderId)) }
}

/** Returns the laboratory that an account enters an order for. Throws LAB_NOT_FOUND. */
async function requireLab(db: Db, actor: Actor, wanted: string | undefined): Promise<string> {
  const labId = actor.role === 'admin' ? wanted : actor.labId
  if (!labId || (await findLabName(db, labId)) === null) throw new AppError('LAB_NOT_FOUND')
  return labId
}

type Changed = Omit<OrderCommand, 'placer'> & { version: number }

/** Gives a command about an order that the actor sees. Throws ORDER_NOT_FOUND, and CONFLICT if the order has another version. */
async function command(tx: Before<'study'>, actor: Actor, orderId: string, { version, ...fields }: Changed): Promise<void> {
  const order = await requireOrder(tx, actor, orderId)
  if (order.version !== version) throw new AppError('CONFLICT')
  const authority = order.placerAuthority === '' ? null : order.placerAuthority
  const placer = { number: order.placerNumber, authority }
  await receiveOrder(tx, accountAsSender(actor, order.labId), { ...fields, placer })
}

const lastOf = <Row>(rows: readonly Row[], limit: number): Row | null => (rows.length < limit ? null : (rows.at(-1) ?? null))

function toOrderId(cursor: string | undefined): string | undefined {
  const parsed = z.uuid().optional().safeParse(cursor)
  if (!parsed.success) throw new AppError('BAD_REQUEST')
  return parsed.data
}

export function orderRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context

  mount(app, context, orderEndpoints.list, async ({ actor, query: { cursor, ...query } }) => {
    const search = { ...query, after: toOrderId(cursor), zone: settings.now().clinicTimeZone }
    const rows = await listOrders(db, actor, search)
    return { orders: rows.map(toOrder), nextCursor: lastOf(rows, query.limit)?.order.id ?? null }
  })
  mount(app, context, orderEndpoints.studiesWithoutOrder, async ({ actor, query: { labId, limit, cursor } }) => {
    const after = cursor === undefined ? undefined : decodePosition(cursor)
    const rows = await listStudiesWithoutOrder(db, actor, { labId, limit, after })
    const last = lastOf(rows, limit)
    const studies = rows.flatMap(({ study, labName }) =>
      study.labId === null ? [] : { ...toOrderStudy(study.id, study), labId: study.labId, labName },
    )
    return { studies, nextCursor: last && encodePosition(last.study) }
  })
  mount(app, context, orderEndpoints.read, async ({ actor, params }) => describe(db, actor, params.orderId))
  mountOnce(app, context, orderEndpoints.create, async (tx, { actor, body: { number, labId: wanted, ...fields } }) => {
    const labId = await requireLab(tx, actor, wanted)
    const placer = { number, authority: null }
    const { orderId } = await receiveOrder(tx, accountAsSender(actor, labId), { ...fields, control: 'new', placer })
    return describe(tx, actor, orderId)
  })
  mount(app, context, orderEndpoints.change, async ({ actor, params: { orderId }, body }) => {
    await db.transaction((tx) => command(tx, actor, orderId, { ...body, control: 'change' }))
    return describe(db, actor, orderId)
  })
  mount(app, context, orderEndpoints.act, async ({ actor, params: { orderId }, body: { action, reason, version } }) => {
    await db.transaction((tx) => command(tx, actor, orderId, { control: action, reason, version }))
    return describe(db, actor, orderId)
  })
  mount(app, context, orderEndpoints.candidateStudies, async ({ actor, params: { orderId } }) => {
    const order = await requireOrder(db, actor, orderId)
    const found = await listCandidateStudies(db, actor, order, requestKeysOf(order))
    const candidates = found.map(async ({ study, orderNumbers }) => ({
      ...toOrderStudy(study.id, study),
      differences: differencesTo(order, await asMatched(db, study)),
      orders: orderNumbers,
    }))
    return { candidates: await Promise.all(candidates) }
  })
  mount(app, context, orderEndpoints.match, async ({ actor, params, body }) => {
    await db.transaction((tx) => matchByHand(tx, actor, { ...params, ...body }))
    return describe(db, actor, params.orderId)
  })
  mount(app, context, orderEndpoints.unmatch, async ({ actor, params, query }) => {
    await db.transaction((tx) => unmatch(tx, actor, { ...params, ...query }))
    return describe(db, actor, params.orderId)
  })
  mount(app, context, orderEndpoints.candidateOrders, async ({ actor, params: { studyId }, query: { search } }) => {
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    const listed = await listCandidateOrders(db, studyId, search)
    const named = await asMatched(db, study)
    return { candidates: listed.map((each) => ({ ...toOrder(each), differences: differencesTo(each.order, named) })) }
  })
  mount(app, context, orderEndpoints.ofStudy, async ({ actor, params: { studyId } }) => {
    const study = await findStudy(db, actor, studyId)
    if (!study) throw new AppError('STUDY_NOT_FOUND')
    return { orders: (await listOrdersOfStudy(db, studyId)).map(({ order }) => toStudyOrder(order, study)) }
  })
}
