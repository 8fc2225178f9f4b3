import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../client.ts'
import { bulkZipStudies, bulkZips } from '../schema/bulk-zips.ts'
import { studies } from '../schema/studies.ts'
import { outbox } from '../schema/system.ts'
import { visibleStudies } from '../visibility.ts'
import { appendToOutbox } from './outbox.ts'
import type { ZipBuild } from './study-zips.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>
export type BulkZip = typeof bulkZips.$inferSelect

const underWay: BulkZip['state'][] = ['queued', 'processing']

/** Links handed out before a ZIP went out of use stay good for less than this. */
const objectGrace = sql`interval '1 hour'`

/** Asks for a ZIP of these studies and queues its build. */
export async function requestBulkZip(
  tx: Tx,
  userId: string,
  chosen: readonly { id: string; imageCount: number }[],
): Promise<BulkZip> {
  const imagesTotal = chosen.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const [zip] = await tx.insert(bulkZips).values({ userId, imagesTotal }).returning()
  if (!zip) throw new Error('the ZIP was not stored')
  await tx.insert(bulkZipStudies).values(chosen.map(({ id }) => ({ bulkZipId: zip.id, studyId: id })))
  await appendToOutbox(tx, { kind: 'job', name: 'studies.archive', payload: { v: 1, bulkZipId: zip.id } })
  return zip
}

export async function countBulkZipsUnderWay(db: Db, userId: string): Promise<number> {
  return db.$count(bulkZips, and(eq(bulkZips.userId, userId), inArray(bulkZips.state, underWay)))
}

/** A ZIP of the user with its studies, as long as the viewer sees every one of them; otherwise null. */
export async function findBulkZip(db: Db, viewer: Viewer & { userId: string }, bulkZipId: string) {
  const [zip] = await db
    .select()
    .from(bulkZips)
    .where(and(eq(bulkZips.id, bulkZipId), eq(bulkZips.userId, viewer.userId)))
  if (!zip) return null
  const rows = await db
    .select({ studyId: bulkZipStudies.studyId, isVisible: sql<boolean>`${visibleStudies(viewer)}` })
    .from(bulkZipStudies)
    .innerJoin(studies, eq(studies.id, bulkZipStudies.studyId))
    .where(eq(bulkZipStudies.bulkZipId, bulkZipId))
  if (!rows.every(({ isVisible }) => isVisible)) return null
  return { zip, studyIds: rows.map(({ studyId }) => studyId) }
}

/** Takes a ZIP, or one whose builder died, for building under a new object key; null where it has ended. */
export async function claimBulkZip(tx: Tx, { zipId, objectKey }: ZipBuild) {
  const [zip] = await tx.select().from(bulkZips).where(eq(bulkZips.id, zipId)).for('update')
  if (!zip || !underWay.includes(zip.state)) return null
  await tx.update(bulkZips).set({ state: 'processing', objectKey, imagesDone: 0 }).where(eq(bulkZips.id, zipId))
  const { id, orthancId, studyInstanceUid, instancesHash } = studies
  const chosen = await tx
    .select({ id, orthancId, studyInstanceUid, instancesHash })
    .from(bulkZipStudies)
    .innerJoin(studies, eq(studies.id, bulkZipStudies.studyId))
    .where(eq(bulkZipStudies.bulkZipId, zipId))
    .orderBy(asc(studies.id))
  return { build: { zipId, objectKey }, studies: chosen, imagesTotal: zip.imagesTotal, abandonedKey: zip.objectKey }
}

const held = ({ zipId, objectKey }: ZipBuild) =>
  and(eq(bulkZips.id, zipId), eq(bulkZips.state, 'processing'), eq(bulkZips.objectKey, objectKey))

async function changeHeld(db: Db, build: ZipBuild, change: Partial<typeof bulkZips.$inferInsert>): Promise<boolean> {
  const { rowCount } = await db.update(bulkZips).set(change).where(held(build))
  return rowCount === 1
}

/** False: the build was taken over and should stop. */
export const setBulkZipProgress = (db: Db, build: ZipBuild, { done, total }: { done: number; total: number }) =>
  changeHeld(db, build, { imagesDone: done, imagesTotal: total })

/** Publishes a build, unless it was taken over: then false, and its object is the caller's to remove. */
export const completeBulkZip = (db: Db, build: ZipBuild, result: { sizeBytes: number; images: number; expiresAt: Date }) =>
  changeHeld(db, build, {
    ...{ state: 'completed', completedAt: new Date(), imagesDone: result.images, imagesTotal: result.images },
    ...{ sizeBytes: result.sizeBytes, expiresAt: result.expiresAt },
  })

/** Gives a build up with a text for users. */
export const failBulkZip = (db: Db, build: ZipBuild, error: string) => changeHeld(db, build, { state: 'failed', error })

/** ZIPs whose build was asked for and whose job has left the outbox, for comparison with the queue. */
export async function listBulkZipsUnderWay(db: Db): Promise<string[]> {
  const waiting = sql`select 1 from ${outbox} o
    where o.name = 'studies.archive' and o.payload ->> 'bulkZipId' = ${bulkZips.id}::text`
  const rows = await db
    .select({ id: bulkZips.id })
    .from(bulkZips)
    .where(and(inArray(bulkZips.state, underWay), sql`not exists (${waiting})`))
  return rows.map(({ id }) => id)
}

/** Queues the build of a ZIP again whose job was lost. */
export async function requeueBulkZip(tx: Tx, bulkZipId: string): Promise<void> {
  const { rowCount } = await tx
    .update(bulkZips)
    .set({ state: 'queued' })
    .where(and(eq(bulkZips.id, bulkZipId), inArray(bulkZips.state, underWay)))
  if (rowCount === 1) await appendToOutbox(tx, { kind: 'job', name: 'studies.archive', payload: { v: 1, bulkZipId } })
}

/** Ends the ZIPs whose time is over; answers how many. */
export async function expireBulkZips(tx: Tx): Promise<number> {
  const { rowCount } = await tx
    .update(bulkZips)
    .set({ state: 'expired' })
    .where(and(eq(bulkZips.state, 'completed'), lte(bulkZips.expiresAt, sql`now()`)))
  return rowCount ?? 0
}

/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export async function listBulkObjectsToRemove(db: Db, limit: number): Promise<ZipBuild[]> {
  return db
    .select({ zipId: bulkZips.id, objectKey: sql<string>`${bulkZips.objectKey}` })
    .from(bulkZips)
    .where(
      sql`${inArray(bulkZips.state, ['expired', 'failed'])} and ${bulkZips.objectKey} is not null
        and coalesce(${bulkZips.expiresAt}, ${bulkZips.createdAt}) <= now() - ${objectGrace}`,
    )
    .limit(limit)
}

/** Notes that a ZIP's object is gone from storage. */
export async function forgetBulkObject(db: Db, { zipId, objectKey }: ZipBuild): Promise<void> {
  await db
    .update(bulkZips)
    .set({ objectKey: null })
    .where(and(eq(bulkZips.id, zipId), eq(bulkZips.objectKey, objectKey)))
}
