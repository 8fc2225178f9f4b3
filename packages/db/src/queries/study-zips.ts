import { and, desc, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../client.ts'
import { studies, studyEventLog, studyZips } from '../schema/studies.ts'
import { outbox } from '../schema/system.ts'
import { appendToOutbox } from './outbox.ts'

export type StudyZip = typeof studyZips.$inferSelect

const live: StudyZip['state'][] = ['queued', 'processing', 'completed']
const underWay: StudyZip['state'][] = ['queued', 'processing']
const dead: StudyZip['state'][] = ['expired', 'superseded', 'failed']

/** Links handed out before a ZIP went out of use stay good for less than this. */
const objectGrace = sql`interval '1 hour'`

/**
 * Asks for the ZIP of a study's generation: queues its build unless one is queued, being built or ready to download.
 * Retires the ZIPs of older generations and those whose time is over; `zips.expire` removes their objects.
 */
export async function requestStudyZip(
  tx: Tx,
  study: { id: string; generation: number },
): Promise<{ zipId: string; created: boolean }> {
  const own = and(eq(studyZips.studyId, study.id), inArray(studyZips.state, live))
  await tx
    .update(studyZips)
    .set({ state: 'superseded', expiresAt: sql`now()` })
    .where(and(own, lt(studyZips.generation, study.generation)))
  await tx
    .update(studyZips)
    .set({ state: 'expired' })
    .where(and(own, eq(studyZips.state, 'completed'), lte(studyZips.expiresAt, sql`now()`)))
  const [row] = await tx
    .insert(studyZips)
    .values({ studyId: study.id, generation: study.generation })
    .onConflictDoNothing()
    .returning({ id: studyZips.id })
  if (row) {
    await appendToOutbox(tx, { kind: 'job', name: 'study.archive', payload: { v: 1, zipId: row.id } })
    return { zipId: row.id, created: true }
  }
  const existing = await findStudyZip(tx, study.id, study.generation)
  if (!existing) throw new Error('a study has neither a new nor an existing ZIP')
  return { zipId: existing.id, created: false }
}

/** The newest ZIP of a study's generation, in whatever state, or null. A completed one past its `expiresAt` is not to be served. */
export async function findStudyZip(db: Db, studyId: string, generation: number): Promise<StudyZip | null> {
  const [row] = await db
    .select()
    .from(studyZips)
    .where(and(eq(studyZips.studyId, studyId), eq(studyZips.generation, generation)))
    .orderBy(desc(studyZips.createdAt), desc(studyZips.id))
    .limit(1)
  return row ?? null
}

/** A build in hand. The object key is its token: whoever claims the row later takes another, and this build can no longer write. */
export type ZipBuild = { zipId: string; objectKey: string }

export type ZipClaim =
  | {
      outcome: 'claimed'
      build: ZipBuild
      study: { id: string; orthancId: string; studyInstanceUid: string; instancesHash: string | null }
      /** Left by a build that was cut off. */
      abandonedKey: string | null
    }
  | { outcome: 'finished' | 'superseded'; abandonedKey: string | null }

/** Takes a queued ZIP, or one whose builder died, for building under a new object key. */
export async function claimStudyZip(tx: Tx, { zipId, objectKey }: ZipBuild): Promise<ZipClaim> {
  const [row] = await tx
    .select({ zip: studyZips, study: studies })
    .from(studyZips)
    .innerJoin(studies, eq(studies.id, studyZips.studyId))
    .where(eq(studyZips.id, zipId))
    .for('update', { of: studyZips })
  if (!row) return { outcome: 'finished', abandonedKey: null }
  const { zip, study } = row
  if (!underWay.includes(zip.state)) {
    return { outcome: zip.state === 'superseded' ? 'superseded' : 'finished', abandonedKey: null }
  }
  if (zip.generation !== study.generation) {
    await tx.update(studyZips).set({ state: 'superseded', expiresAt: sql`now()` }).where(eq(studyZips.id, zipId))
    return { outcome: 'superseded', abandonedKey: zip.objectKey }
  }
  const started = { state: 'processing', objectKey, imagesDone: 0, imagesTotal: study.imageCount } as const
  await tx.update(studyZips).set(started).where(eq(studyZips.id, zipId))
  return { outcome: 'claimed', build: { zipId, objectKey }, study, abandonedKey: zip.objectKey }
}

const held = ({ zipId, objectKey }: ZipBuild) =>
  and(eq(studyZips.id, zipId), eq(studyZips.state, 'processing'), eq(studyZips.objectKey, objectKey))

/** False: the build was superseded or taken over and should stop. */
export async function setZipProgress(db: Db, build: ZipBuild, progress: { done: number; total: number }): Promise<boolean> {
  const { rowCount } = await db
    .update(studyZips)
    .set({ imagesDone: progress.done, imagesTotal: progress.total })
    .where(held(build))
  return rowCount === 1
}

/** Publishes a build, unless it was superseded or taken over: then false, and its object is the caller's to remove. */
export async function completeStudyZip(
  tx: Tx,
  build: ZipBuild,
  result: { sizeBytes: number; images: number; expiresAt: Date },
): Promise<boolean> {
  const { sizeBytes, images, expiresAt } = result
  const isCurrent = sql`exists (select 1 from ${studies}
    where ${studies.id} = ${studyZips.studyId} and ${studies.generation} = ${studyZips.generation})`
  const [row] = await tx
    .update(studyZips)
    .set({ state: 'completed', sizeBytes, imagesDone: images, imagesTotal: images, completedAt: sql`now()`, expiresAt })
    .where(and(held(build), isCurrent))
    .returning({ studyId: studyZips.studyId })
  if (row)
    await appendToOutbox(tx, {
      kind: 'live',
      name: 'study.changed',
      payload: { v: 1, type: 'study.changed', studyId: row.studyId },
    })
  return row !== undefined
}

/**
 * Gives a build up with a text for users; false where it was superseded or taken over.
 * `imagesMissing`: the archive no longer has the study, which its row and its history then say.
 */
export async function failStudyZip(
  tx: Tx,
  build: ZipBuild,
  failure: { error: string; imagesMissing?: boolean },
): Promise<boolean> {
  const study = await lockStudyOf(tx, build)
  const { rowCount } = await tx.update(studyZips).set({ state: 'failed', error: failure.error }).where(held(build))
  if (!study || rowCount !== 1) return false
  if (failure.imagesMissing && study.imagesMissingAt === null) await markImagesMissing(tx, study)
  await appendToOutbox(tx, { kind: 'live', name: 'study.changed', payload: { v: 1, type: 'study.changed', studyId: study.id } })
  return true
}

/** The study before its ZIPs, as the intake locks them. */
async function lockStudyOf(tx: Tx, { zipId }: ZipBuild): Promise<typeof studies.$inferSelect | undefined> {
  const owner = tx.select({ id: studyZips.studyId }).from(studyZips).where(eq(studyZips.id, zipId))
  const [study] = await tx.select().from(studies).where(inArray(studies.id, owner)).for('update')
  return study
}

async function markImagesMissing(tx: Tx, { id: studyId, status, imageCount }: typeof studies.$inferSelect): Promise<void> {
  await tx.update(studies).set({ imagesMissingAt: sql`now()`, updatedAt: sql`now()` }).where(eq(studies.id, studyId))
  const details = { imagesBefore: imageCount, images: 0 }
  await tx.insert(studyEventLog).values({ studyId, event: 'images_missing', fromStatus: status, toStatus: status, details })
}

/** Settled studies of the last days without a ZIP, newest first; a build that failed in the last hours is left alone. */
export async function listStudiesToPrebuild(
  db: Db,
  options: { recentDays: number; retryFailedHours: number; limit: number },
): Promise<{ id: string; generation: number }[]> {
  const { recentDays, retryFailedHours, limit } = options
  const zipOf = sql`select 1 from ${studyZips} z where z.study_id = ${studies.id} and z.generation = ${studies.generation}`
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
  const waiting = sql`select 1 from ${outbox} o where o.name = 'study.archive' and o.payload ->> 'zipId' = ${studyZips.id}::text`
  const rows = await db
    .select({ id: studyZips.id })
    .from(studyZips)
    .where(and(inArray(studyZips.state, underWay), sql`not exists (${waiting})`))
  return rows.map(({ id }) => id)
}

/** Queues the build of a ZIP again whose job was lost; false where it has ended in the meantime. */
export async function requeueStudyZip(tx: Tx, zipId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(studyZips)
    .set({ state: 'queued' })
    .where(and(eq(studyZips.id, zipId), inArray(studyZips.state, underWay)))
  if (rowCount !== 1) return false
  await appendToOutbox(tx, { kind: 'job', name: 'study.archive', payload: { v: 1, zipId } })
  return true
}

/** Ends the ZIPs whose time is over; answers how many. */
export async function expireStudyZips(tx: Tx): Promise<number> {
  const rows = await tx
    .update(studyZips)
    .set({ state: 'expired' })
    .where(and(eq(studyZips.state, 'completed'), lte(studyZips.expiresAt, sql`now()`)))
    .returning({ studyId: studyZips.studyId })
  for (const { studyId } of rows)
    await appendToOutbox(tx, { kind: 'live', name: 'study.changed', payload: { v: 1, type: 'study.changed', studyId } })
  return rows.length
}

/** Objects of ZIPs that went out of use longer ago than any link to them lives. */
export async function listObjectsToRemove(db: Db, limit: number): Promise<ZipBuild[]> {
  return db
    .select({ zipId: studyZips.id, objectKey: sql<string>`${studyZips.objectKey}` })
    .from(studyZips)
    .where(
      sql`${inArray(studyZips.state, dead)} and ${studyZips.objectKey} is not null
        and coalesce(${studyZips.expiresAt}, ${studyZips.createdAt}) <= now() - ${objectGrace}`,
    )
    .limit(limit)
}

/** Notes that a ZIP's object is gone from storage. */
export async function forgetZipObject(db: Db, { zipId, objectKey }: ZipBuild): Promise<void> {
  await db
    .update(studyZips)
    .set({ objectKey: null })
    .where(and(eq(studyZips.id, zipId), eq(studyZips.objectKey, objectKey)))
}
