import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { emitJob } from '../outbox.js'
import { bulkZipStudies, bulkZips } from '../schema/bulk-zips.js'
import { studies } from '../schema/studies.js'
import { outbox } from '../schema/system.js'
import { visibleStudies } from '../visibility.js'

const underWay = ['queued', 'processing']
/** Links handed out before a ZIP went out of use stay good for less than this. */
const objectGrace = sql`interval '1 hour'`
/** Asks for a ZIP of these studies and queues its build. */
export async function requestBulkZip(tx, userId, chosen) {
  const imagesTotal = chosen.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const [zip] = await tx.insert(bulkZips).values({ userId, imagesTotal }).returning()
  if (!zip) throw new Error('the ZIP was not stored')
  await tx.insert(bulkZipStudies).values(chosen.map(({ id }) => ({ bulkZipId: zip.id, studyId: id })))
  await emitJob(tx, 'studies.archive', { v: 1, bulkZipId: zip.id })
  return zip
}
export async function countBulkZipsUnderWay(db, userId) {
  return db.$count(bulkZips, and(eq(bulkZips.userId, userId), inArray(bulkZips.state, underWay)))
}
/** A ZIP of the user with its studies, as long as the viewer sees every one of them; otherwise null. */
export async function findBulkZip(db, viewer, bulkZipId) {
  const [zip] = await db
    .select()
    .from(bulkZips)
    .where(and(eq(bulkZips.id, bulkZipId), eq(bulkZips.userId, viewer.userId)))
  if (!zip) return null
  const rows = await db
    .select({ studyId: bulkZipStudies.studyId, isVisible: sql`${visibleStudies(viewer)}` })
    .from(bulkZipStudies)
    .innerJoin(studies, eq(studies.id, bulkZipStudies.studyId))
    .where(eq(bulkZipStudies.bulkZipId, bulkZipId))
  if (!rows.every(({ isVisible }) => isVisible)) return null
  return { zip, studyIds: rows.map(({ studyId }) => studyId) }
}
/** Takes a ZIP, or one whose builder died, for building under a new object key; null where it has ended. */
export async function claimBulkZip(tx, { zipId, objectKey }) {
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
const held = ({ zipId, objectKey }) =>
  and(eq(bulkZips.id, zipId), eq(bulkZips.state, 'processing'), eq(bulkZips.objectKey, objectKey))
async function changeHeld(db, build, change) {
  const { rowCount } = await db.update(bulkZips).set(change).where(held(build))
  return rowCount === 1
}
/** False: the build was taken over and should stop. */
export const setBulkZipProgress = (db, build, { done, total }) => changeHeld(db, build, { imagesDone: done, imagesTotal: total })
/** Publishes a build, unless it was taken over: then false, and its object is the caller's to remove. */
export const completeBulkZip = (db, build, result) =>
  changeHeld(db, build, {
    ...{ state: 'completed', completedAt: new Date(), imagesDone: result.images, imagesTotal: result.images },
    ...{ sizeBytes: result.sizeBytes, expiresAt: result.expiresAt },
  })
/** Gives a build up with a text for users. */
export const failBulkZip = (db, build, error) => changeHeld(db, build, { state: 'failed', error })
/** ZIPs whose build was asked for and whose job has left the outbox, for comparison with the queue. */
export async function listBulkZipsUnderWay(db) {
  const waiting = sql`select 1 from ${outbox} o
    where o.name = 'studies.archive' and o.payload ->> 'bulkZipId' = ${bulkZips.id}::text`
  const rows = await db
    .select({ id: bulkZips.id })
    .from(bulkZips)
    .where(and(inArray(bulkZips.state, underWay), sql`not exists (${waiting})`))
  return rows.map(({ id }) => id)
}
/** Queues the build of a ZIP again whose job was lost. */
export async function requeueBulkZip(tx, bulkZipId) {
  const { rowCount } = await tx
    .update(bulkZips)
    .set({ state: 'queued' })
    .where(and(eq(bulkZips.id, bulkZipId), inArray(bulkZips.state, underWay)))
  if (rowCount === 1) await emitJob(tx, 'studies.archive', { v: 1, bulkZipId })
}
/** Ends the ZIPs whose time is over; answers how many. */
export async function expireBulkZips(tx) {
  const { rowCount } = await tx
    .update(bulkZips)
    .set({ state: 'expired' })
    .where(and(eq(bulkZips.state, 'completed'), lte(bulkZips.expiresAt, sql`now()`)))
  return rowCount ?? 0
}
/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export async function listBulkObjectsToRemove(db, limit) {
  return db
    .select({ zipId: bulkZips.id, objectKey: sql`${bulkZips.objectKey}` })
    .from(bulkZips)
    .where(sql`${inArray(bulkZips.state, ['expired', 'failed'])} and ${bulkZips.objectKey} is not null
        and coalesce(${bulkZips.expiresAt}, ${bulkZips.createdAt}) <= now() - ${objectGrace}`)
    .limit(limit)
}
/** Notes that a ZIP's object is gone from storage. */
export async function forgetBulkObject(db, { zipId, objectKey }) {
  await db
    .update(bulkZips)
    .set({ objectKey: null })
    .where(and(eq(bulkZips.id, zipId), eq(bulkZips.objectKey, objectKey)))
}
//# sourceMappingURL=bulk-zips.js.map
