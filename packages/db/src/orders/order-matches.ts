import { type MatchReason, type OrderState, openOrderStates } from '@readroom/contracts/orders/orders'
import { requestValues } from '@readroom/contracts/orders/request-keys'
import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce, type Tx } from '../core/client.ts'
import { imageMoves } from '../patients/image-moves.schema.ts'
import { movedStudyId } from '../patients/image-moves.ts'
import { studies } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { sortKeyOf } from '../studies/study-sort-keys.ts'
import { orderMatches, orders } from './orders.schema.ts'
import type { OrderKey, OrderRow } from './orders.ts'

/** A match counts while nobody has ended it, and while study and order are of one laboratory that no other one contests. */
export const isCurrentMatch: SQL = sql`(${orderMatches.endedAt} is null and ${studies.labId} = ${orders.labId} and ${studies.labConflictAt} is null)`

/** True for an order with a study. */
export const hasStudy: SQL = sql`exists (select 1 from ${orderMatches} join ${studies} on ${studies.id} = ${orderMatches.studyId}
  where ${orderMatches.orderId} = ${orders.id} and ${isCurrentMatch})`

/** True for a study with an order. */
export const hasOrder: SQL = sql`exists (select 1 from ${orderMatches} join ${orders} on ${orders.id} = ${orderMatches.orderId}
  where ${orderMatches.studyId} = ${studies.id} and ${isCurrentMatch})`

/** `requestKeys`: the ways in which Request Attributes of images name the order. */
type StudyKeys = { studyInstanceUids: readonly string[]; accessionNumbers: readonly string[]; requestKeys: readonly string[] }

/** True for a study whose images name one of these orders beside its own numbers. The index has only such studies. */
export const namesInRequest = (keys: SQL): SQL => sql`(${studies.requestKeys} <> '{}' and ${studies.requestKeys} && ${keys})`

/** True for a study with this accession number, as the index of accession numbers reads it. */
export const hasAccession = (accessionNumber: string | SQL) =>
  sql`${sortKeyOf.accession} = "left"(fold_text(${accessionNumber}), 100) and btrim(${studies.accessionNumber}) = ${accessionNumber}`

const numbered = sql`${orders.labId} = ${sql.placeholder('labId')} and ${orders.placerNumber} = ${sql.placeholder('placerNumber')}
  and ${orders.placerAuthority} = ${sql.placeholder('placerAuthority')}`

/** Each part is a lookup in an index of its own. */
const ofKeys = plannedOnce(
  'look_up_order_keys',
  sql`select exists (select 1 from ${orders} where ${numbered}) as "isOrderKnown", array(
    select ${orderMatches.studyId} from ${orderMatches} join ${orders} on ${orders.id} = ${orderMatches.orderId} where ${numbered}
    union
    select ${studies.id} from unnest(${sql.placeholder('studyInstanceUids')}::text[]) named(uid) join ${studies} on ${studies.studyInstanceUid} = named.uid
    where ${studies.labId} = ${sql.placeholder('labId')}
    union
    select ${studies.id} from unnest(${sql.placeholder('studyInstanceUids')}::text[]) named(uid) join ${imageMoves} on ${imageMoves.fromStudyUid} = named.uid
    join ${studies} on ${studies.id} = ${movedStudyId} where ${studies.labId} = ${sql.placeholder('labId')}
    union
    select ${studies.id} from unnest(${sql.placeholder('accessionNumbers')}::text[]) named(accession) join ${studies} on ${hasAccession(sql`named.accession`)}
    where ${studies.labId} = ${sql.placeholder('labId')}
    union
    select ${studies.id} from ${studies} where ${namesInRequest(sql`${sql.placeholder('requestKeys')}::text[]`)}
    and ${studies.labId} = ${sql.placeholder('labId')}) as "studyIds"`,
)
const OfKeys = z.tuple([z.object({ isOrderKnown: z.boolean(), studyIds: z.array(z.string()) })])

/**
 * Returns the ids of a laboratory's studies that an order may touch: those that it had or has, and those with these UIDs, accession numbers or requests;
 * and whether there is an order with the number.
 */
export async function lookUpOrderKeys(db: Db, key: OrderKey, keys: StudyKeys): Promise<z.output<typeof OfKeys>[0]> {
  const { labId, placerNumber, placerAuthority } = key
  const [found] = OfKeys.parse(await ofKeys(db, { labId, placerNumber, placerAuthority, ...keys }))
  return found
}

/**
 * Returns the orders that name a study by one of its UIDs, accession numbers or requests, and those with the ids that the UIDs are made of. Lookups in
 * indexes: every arriving study waits for them.
 */
export async function listOrdersNaming(
  db: Db,
  { labId, accessionNumber, requestKeys }: StudyRow,
  { uids, ids }: { uids: readonly string[]; ids: readonly string[] },
): Promise<string[]> {
  if (labId === null) return []
  const own = accessionNumber?.trim() ?? ''
  const accessions = [...(own === '' ? [] : [own]), ...requestValues(requestKeys, 'accession')]
  const placers = requestValues(requestKeys, 'placer')
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.labId, labId),
        or(
          inArray(orders.studyInstanceUid, [...uids]),
          ids.length === 0 ? undefined : inArray(orders.id, [...ids]),
          accessions.length === 0
            ? undefined
            : and(isNotNull(orders.accessionNumber), inArray(orders.accessionNumber, accessions)),
          placers.length === 0 ? undefined : inArray(orders.placerNumber, placers),
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

export type MatchRow = {
  orderId: string
  studyId: string
  reason: MatchReason
  matchedAt: Date
  /** False if somebody ended it, or if order and study are no longer of one laboratory. */
  isCurrent: boolean
}

const selected = {
  orderId: orderMatches.orderId,
  studyId: orderMatches.studyId,
  reason: orderMatches.reason,
  matchedAt: orderMatches.matchedAt,
  isCurrent: sql<boolean>`coalesce(${isCurrentMatch}, false)`,
}

const selectMatches = (db: Db) =>
  db
    .select(selected)
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(studies, eq(studies.id, orderMatches.studyId))

/** Returns the matches of an order, former ones too. */
export async function listMatchesOfOrder(db: Db, orderId: string): Promise<MatchRow[]> {
  return selectMatches(db).where(eq(orderMatches.orderId, orderId)).orderBy(asc(orderMatches.studyId))
}

/** Returns the matches of a study, former ones too. */
export async function listMatchesOfStudy(db: Db, studyId: string): Promise<MatchRow[]> {
  return selectMatches(db).where(eq(orderMatches.studyId, studyId)).orderBy(asc(orderMatches.orderId))
}

type NewMatch = { orderId: string; studyId: string; reason: MatchReason; matchedBy: string | null }

/** Makes a study one of an order's, also after somebody had said that it is not. */
export async function insertMatch(tx: Tx<'study' | 'order'>, match: NewMatch): Promise<void> {
  const { reason, matchedBy } = match
  const again = { reason, matchedBy, matchedAt: sql`now()`, endedAt: null }
  await tx
    .insert(orderMatches)
    .values(match)
    .onConflictDoUpdate({ target: [orderMatches.orderId, orderMatches.studyId], set: again })
}

/** Ends a match that a person took apart. The row stays, so that it is not made again. */
export async function endMatch(
  tx: Tx<'study' | 'order'>,
  { orderId, studyId }: Pick<NewMatch, 'orderId' | 'studyId'>,
): Promise<void> {
  await tx
    .update(orderMatches)
    .set({ endedAt: sql`now()` })
    .where(and(eq(orderMatches.orderId, orderId), eq(orderMatches.studyId, studyId), isNull(orderMatches.endedAt)))
}

/** Removes a match that numbers or patients no longer justify. It is made again if they do. */
export async function removeMatch(
  tx: Tx<'study' | 'order'>,
  { orderId, studyId }: Pick<NewMatch, 'orderId' | 'studyId'>,
): Promise<void> {
  await tx.delete(orderMatches).where(and(eq(orderMatches.orderId, orderId), eq(orderMatches.studyId, studyId)))
}

const isOpenState = (state: OrderState): boolean => openOrderStates.some((open) => open === state)

/** Returns the indications of a study's open orders, oldest first. */
export async function listIndications(db: Db, studyId: string): Promise<string[]> {
  const found = await listOrdersOfStudy(db, studyId)
  return found.flatMap(({ order }) => (isOpenState(order.state) ? (order.indication ?? []) : []))
}

/** Returns the orders of a study with their matches. Does not check who sees the study. */
export async function listOrdersOfStudy(db: Db, studyId: string): Promise<{ order: OrderRow; match: MatchRow }[]> {
  return db
    .select({ order: orders, match: selected })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(studies, eq(studies.id, orderMatches.studyId))
    .where(and(eq(orderMatches.studyId, studyId), isCurrentMatch))
    .orderBy(asc(orders.createdAt), asc(orders.id))
}
