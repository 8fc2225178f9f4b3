import { and, asc, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { outbox } from '../core/outbox.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { readableStudies } from '../studies/visibility.ts'
import { zipStudies, zips } from './zips.schema.ts'

export type Zip = typeof zips.$inferSelect
type StudyRow = typeof studies.$inferSelect

export const zipsLive: readonly Zip['state'][] = ['queued', 'processing', 'completed']
export const zipsUnderWay: readonly Zip['state'][] = ['queued', 'processing']
const dead: Zip['state'][] = ['expired', 'superseded', 'failed']

/** Links handed out before a ZIP went out of use stay good for less than this. */
const objectGrace = sql`interval '1 hour'`

/** Ends what a study's new ZIP replaces: those of older generations, and those whose time is over. */
export async function retireStudyZips(tx: Tx, study: { id: string; generation: number }): Promise<void> {
  const own = and(eq(zips.studyId, study.id), inArray(zips.state, [...zipsLive]))
  await tx
    .update(zips)
    .set({ state: 'superseded', expiresAt: sql`now()` })
    .where(and(own, lt(zips.generation, study.generation)))
  await tx
    .update(zips)
    .set({ state: 'expired' })
    .where(and(own, eq(zips.state, 'completed'), lte(zips.expiresAt, sql`now()`)))
}

/** A queued ZIP of a study's generation; null if a live one is there. */
export async function insertStudyZip(tx: Tx, study: { id: string; generation: number }): Promise<string | null> {
  const [row] = await tx
    .insert(zips)
    .values({ studyId: study.id, generation: study.generation })
    .onConflictDoNothing()
    .returning({ id: zips.id })
  if (!row) return null
  await tx.insert(zipStudies).values({ zipId: row.id, studyId: study.id })
  return row.id
}

/** A queued ZIP of these studies for a user. */
export async function insertOwnedZip(
  tx: Tx,
  ownerId: string,
  chosen: readonly { id: string; imageCount: number }[],
): Promise<Zip> {
  const imagesTotal = chosen.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const [zip] = await tx.insert(zips).values({ ownerId, imagesTotal }).returning()
  if (!zip) throw new Error('the ZIP was not stored')
  await tx.insert(zipStudies).values(chosen.map(({ id }) => ({ zipId: zip.id, studyId: id })))
  return zip
}

/** Counts a user's ZIPs under way. Locks the user's row: a concurrent count waits until this transaction ends. */
export async function countOwnedUnderWay<T extends Before<'account'>>(
  tx: T,
  ownerId: string,
): Promise<Taken<T, 'account', number>> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update')
  return taken(tx, 'account', await tx.$count(zips, and(eq(zips.ownerId, ownerId), inArray(zips.state, [...zipsUnderWay]))))
}

/** The newest ZIP of a study's generation, in whatever state, or null. A completed one past its `expiresAt` is not to be served. */
export async function findStudyZip(db: Db, studyId: string, generation: number): Promise<Zip | null> {
  const [row] = await db
    .select()
    .from(zips)
    .where(and(eq(zips.studyId, studyId), eq(zips.generation, generation)))
    .orderBy(desc(zips.createdAt), desc(zips.id))
    .limit(1)
  return row ?? null
}

/** A ZIP with its studies, as long as the caller may read every one of them; otherwise null. Ignores the owner. */
export async function findReadableZip(db: Db, caller: Caller, zipId: string): Promise<{ zip: Zip; studies: StudyRow[] } | null> {
  const rows = await db
    .select({ zip: zips, study: studies, isReadable: sql<boolean>`${readableStudies(caller)}` })
    .from(zips)
    .innerJoin(zipStudies, eq(zipStudies.zipId, zips.id))
    .innerJoin(studies, eq(studies.id, zipStudies.studyId))
    .where(eq(zips.id, zipId))
    .orderBy(asc(studies.id))
  const [first] = rows
  if (!first || !rows.every(({ isReadable }) => isReadable)) return null
  return { zip: first.zip, studies: rows.map(({ study }) => study) }
}

/** A build in hand. The object key is its token: a worker that takes the row over takes another, and this build can no longer write. */
export type ZipBuild = { zipId: string; objectKey: string }

export async function lockZip(tx: Tx, zipId: string): Promise<Zip | null> {
  const [zip] = await tx.select().from(zips).where(eq(zips.id, zipId)).for('update')
  return zip ?? null
}

/** The studies of a ZIP, in the order of its folders. */
export async function listZipStudies(db: Db, zipId: string): Promise<StudyRow[]> {
  const rows = await db
    .select({ study: studies })
    .from(zipStudies)
    .innerJoin(studies, eq(studies.id, zipStudies.studyId))
    .where(eq(zipStudies.zipId, zipId))
    .orderBy(asc(studies.id))
  return rows.map(({ study }) => study)
}

export async function noteImagesMissing(tx: Tx, studyId: string): Promise<void> {
  await tx.update(studies).set({ imagesMissingAt: sql`now()`, updatedAt: sql`now()` }).where(eq(studies.id, studyId))
}

/** Changes a ZIP, also one that another worker builds. */
export async function updateZip(tx: Tx, zipId: string, change: Partial<typeof zips.$inferInsert>): Promise<void> {
  await tx.update(zips).set(change).where(eq(zips.id, zipId))
}

const held = ({ zipId, objectKey }: ZipBuild) =>
  and(eq(zips.id, zipId), eq(zips.state, 'processing'), eq(zips.objectKey, objectKey))

/** Changes the ZIP of a build in hand; null if it was superseded or taken over. */
export async function updateHeldZip(db: Db, build: ZipBuild, change: Partial<typeof zips.$inferInsert>): Promise<Zip | null> {
  const [row] = await db.update(zips).set(change).where(held(build)).returning()
  return row ?? null
}

/** Completes a build in hand, if its study's images are still those of its generation; otherwise null. */
export async function completeHeldZip(
  db: Db,
  build: ZipBuild,
  { sizeBytes, images, expiresAt }: { sizeBytes: number; images: number; expiresAt: Date },
): Promise<Zip | null> {
  const isCurrent = sql`(${zips.studyId} is null or exists (select 1 from ${studies}
    where ${studies.id} = ${zips.studyId} and ${studies.generation} = ${zips.generation}))`
  const [row] = await db
    .update(zips)
    .set({ state: 'completed', sizeBytes, imagesDone: images, imagesTotal: images, completedAt: sql`now()`, expiresAt })
    .where(and(held(build), isCurrent))
    .returning()
  return row ?? null
}

/** False: the build was superseded or taken over and should stop. */
export async function setZipProgress(
  db: Db,
  build: ZipBuild,
  { done, total, bytes }: { done: number; total: number; bytes: number },
): Promise<boolean> {
  return (await updateHeldZip(db, build, { imagesDone: done, imagesTotal: total, sizeBytes: bytes })) !== null
}

/** Settled studies of the last days without a ZIP, newest first; a build that failed in the last hours is left alone. */
export async function listStudiesToPrebuild(
  db: Db,
  options: { recentDays: number; retryFailedHours: number; limit: number },
): Promise<{ id: string; generation: number }[]> {
  const { recentDays, retryFailedHours, limit } = options
  const zipOf = sql`select 1 from ${zips} z where z.study_id = ${studies.id} and z.generation = ${studies.generation}`
  return db
    .select({ id: studies.id, generation: studies.generation })
    .from(studies)
    .where(
      sql`${studies.settledAt} > now() - make_interval(days => ${recentDays}) and ${studies.imagesMissingAt} is null
        and ${studies.imageCount} > 0 and not exists (${zipOf} and z.state in ('queued', 'processing', 'completed'))
        and not exists (${zipOf} and z.state = 'failed' and z.created_at > now() - make_interval(hours => ${retryFailedHours}))`,
    )
    .orderBy(desc(studies.settledAt))
    .limit(limit)
}

/** ZIPs whose build was asked for and whose job has left the outbox, for comparison with the queue. */
export async function listZipsUnderWay(db: Db): Promise<string[]> {
  const waiting = sql`select 1 from ${outbox} o where o.name = 'zip.build' and o.payload ->> 'zipId' = ${zips.id}::text`
  const rows = await db
    .select({ id: zips.id })
    .from(zips)
    .where(and(inArray(zips.state, [...zipsUnderWay]), sql`not exists (${waiting})`))
  return rows.map(({ id }) => id)
}

/** Makes a ZIP under way queued again; false if it has ended in the meantime. */
export async function setZipQueued(tx: Tx, zipId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(zips)
    .set({ state: 'queued' })
    .where(and(eq(zips.id, zipId), inArray(zips.state, [...zipsUnderWay])))
  return rowCount === 1
}

/** Ends the ZIPs whose time is over; returns them. */
export async function endExpiredZips(tx: Tx): Promise<Zip[]> {
  return tx
    .update(zips)
    .set({ state: 'expired' })
    .where(and(eq(zips.state, 'completed'), lte(zips.expiresAt, sql`now()`)))
    .returning()
}

/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export async function listObjectsToRemove(db: Db, limit: number): Promise<ZipBuild[]> {
  return db
    .select({ zipId: zips.id, objectKey: sql<string>`${zips.objectKey}` })
    .from(zips)
    .where(
      sql`${inArray(zips.state, dead)} and ${zips.objectKey} is not null
        and coalesce(${zips.expiresAt}, ${zips.createdAt}) <= now() - ${objectGrace}`,
    )
    .limit(limit)
}

/** Notes that a ZIP's object is gone from storage. */
export async function forgetZipObject(db: Db, { zipId, objectKey }: ZipBuild): Promise<void> {
  await db
    .update(zips)
    .set({ objectKey: null })
    .where(and(eq(zips.id, zipId), eq(zips.objectKey, objectKey)))
}
