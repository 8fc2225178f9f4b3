import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Actor } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { defaultLists, savedLists } from './saved-lists.schema.ts'

export type SavedListRow = typeof savedLists.$inferSelect
type Reader = Pick<Actor, 'userId' | 'role'>

/** Giving ends with the right to give: an administrator's who can no longer sign in are nobody else's. */
const readBy = ({ userId, role }: Reader): SQL | undefined =>
  or(
    eq(savedLists.ownerId, userId),
    and(eq(savedLists.givenTo, role), eq(users.role, 'admin'), eq(users.isActive, true), isNull(users.deletedAt)),
  )

const selectRead = (db: Db, reader: Reader, condition?: SQL) =>
  db
    .select({ list: savedLists, ownerName: users.fullName })
    .from(savedLists)
    .innerJoin(users, eq(users.id, savedLists.ownerId))
    .where(and(readBy(reader), condition))

/** The reader's own in their order, then those that the reader's role was given, by name. */
export async function listSavedLists(db: Db, reader: Reader) {
  const isOwn = eq(savedLists.ownerId, reader.userId)
  const place = sql`case when ${isOwn} then ${savedLists.position} end`
  return selectRead(db, reader).orderBy(sql`${place} nulls last`, sql`lower(${savedLists.name})`, asc(savedLists.id))
}
export type ReadList = Awaited<ReturnType<typeof listSavedLists>>[number]

/** A list that the reader may read, or null. */
export async function findSavedList(db: Db, reader: Reader, listId: string): Promise<SavedListRow | null> {
  const [row] = await selectRead(db, reader, eq(savedLists.id, listId))
  return row?.list ?? null
}

/** Returns a list that the reader may read, locked until the transaction ends, or null. */
export async function lockSavedList(tx: Tx, reader: Reader, listId: string): Promise<SavedListRow | null> {
  const [row] = await selectRead(tx, reader, eq(savedLists.id, listId)).for('update', { of: savedLists })
  return row?.list ?? null
}

export async function countSavedLists(tx: Tx, ownerId: string): Promise<number> {
  return tx.$count(savedLists, eq(savedLists.ownerId, ownerId))
}

/** Stores a list behind the others of its owner, and returns its id. Breaks `saved_lists_name` if the name is taken. */
export async function insertSavedList(tx: Tx, list: Pick<SavedListRow, 'ownerId' | 'name' | 'query'>): Promise<string> {
  const last = sql`(select coalesce(max(position), 0) + 1 from saved_lists where owner_id = ${list.ownerId})`
  const [row] = await tx
    .insert(savedLists)
    .values({ ...list, position: last })
    .returning({ id: savedLists.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

type Changes = Partial<Pick<SavedListRow, 'name' | 'query' | 'givenTo'>>

/** Breaks `saved_lists_name` if the name is taken. */
export async function updateSavedList(tx: Tx, listId: string, changes: Changes): Promise<void> {
  await tx
    .update(savedLists)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(savedLists.id, listId))
}

export async function deleteSavedList(tx: Tx, listId: string): Promise<void> {
  await tx.delete(savedLists).where(eq(savedLists.id, listId))
}

/** Puts the owner's lists in this order, those that are not named behind them as they were. */
export async function orderSavedLists(tx: Tx, ownerId: string, listIds: readonly string[]): Promise<void> {
  const wanted = sql.param(listIds)
  await tx.execute(sql`
    update saved_lists set position = placed.position
    from (select id, row_number() over (order by array_position(${wanted}::uuid[], id) nulls last, position, id) as position
      from saved_lists where owner_id = ${ownerId}) placed
    where saved_lists.id = placed.id`)
}

/** The list that opens first for somebody, or null; whether they may read it still is not asked. */
export async function findDefaultList(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select().from(defaultLists).where(eq(defaultLists.userId, userId))
  return row?.listId ?? null
}

export async function setDefaultList(tx: Tx, userId: string, listId: string | null): Promise<void> {
  if (listId === null) await tx.delete(defaultLists).where(eq(defaultLists.userId, userId))
  else
    await tx.insert(defaultLists).values({ userId, listId }).onConflictDoUpdate({ target: defaultLists.userId, set: { listId } })
}
