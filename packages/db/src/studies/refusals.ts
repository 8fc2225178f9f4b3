import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, max, notExists, notInArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { labAeTitles, labs } from '../people/labs.schema.ts'
import { refusalLog, refusals, refusedObjects } from './refusals.schema.ts'
import { studies } from './studies.schema.ts'
import { studyEventLog } from './study-events.schema.ts'

export type RefusalRow = typeof refusals.$inferSelect

/** One image that the archive refused. */
export type RefusedImage = Pick<RefusalRow, 'studyInstanceUid' | 'callingAeTitle' | 'reason'> & {
  sopInstanceUid: string
  at: Date
}

/** A place in one of the log's files, which its first line names. */
export type LogPosition = { file: string; position: number }

/** A flood of refusals fills no more than this. */
const most = { refusals: 200, images: 10_000 }

export async function readLogPosition(db: Db): Promise<LogPosition | null> {
  const { file, position } = refusalLog
  const [row] = await db.select({ file, position }).from(refusalLog)
  return row ?? null
}

/** Moves the position on; false if it is no longer at `from`, because another worker was faster. */
export async function moveLogPosition(tx: Tx, from: LogPosition | null, to: LogPosition): Promise<boolean> {
  const { rowCount } = await tx
    .insert(refusalLog)
    .values({ id: 1, ...to })
    .onConflictDoUpdate({
      target: refusalLog.id,
      set: to,
      setWhere: from ? sql`(${refusalLog.file}, ${refusalLog.position}) = (${from.file}, ${from.position})` : sql`false`,
    })
  return rowCount === 1
}

/** By study, sender and reason. */
function alike(images: readonly RefusedImage[]): RefusedImage[][] {
  const groups = new Map<string, RefusedImage[]>()
  for (const image of images) {
    const key = JSON.stringify([image.studyInstanceUid, image.callingAeTitle, image.reason])
    const group = groups.get(key)
    if (group) group.push(image)
    else groups.set(key, [image])
  }
  return [...groups.values()]
}

/** Adds to the list, or to the entries that are on it. A repeated note changes nothing. Returns the new entries of studies that did not come yet. */
export async function noteRefused(tx: Tx, images: readonly RefusedImage[]) {
  const added: string[] = []
  for (const same of alike(images)) added.push(...(await noteAlike(tx, same)))
  const newest = tx
    .select({ id: refusals.id })
    .from(refusals)
    .orderBy(desc(refusals.lastAt), desc(refusals.id))
    .limit(most.refusals)
  await tx.delete(refusals).where(notInArray(refusals.id, newest))
  const { id, studyInstanceUid, callingAeTitle, reason } = refusals
  return tx
    .select({ id, studyInstanceUid, callingAeTitle, reason, labId: labAeTitles.labId })
    .from(refusals)
    .leftJoin(labAeTitles, ofSender)
    .where(and(inArray(id, added), notExists(studyOfUid(tx))))
}

const ofSender = eq(labAeTitles.aeTitle, sql`upper(${refusals.callingAeTitle})`)
const studyOfUid = (db: Db) =>
  db.select({ id: studies.id }).from(studies).where(eq(studies.studyInstanceUid, refusals.studyInstanceUid))

/** Returns the id of a new entry. */
async function noteAlike(tx: Tx, images: readonly RefusedImage[]): Promise<string[]> {
  const [first] = images
  if (!first) return []
  const { studyInstanceUid, callingAeTitle, reason } = first
  const times = images.map(({ at }) => at.getTime())
  const seen = { firstAt: new Date(Math.min(...times)), lastAt: new Date(Math.max(...times)) }
  const [row] = await tx
    .insert(refusals)
    .values({ studyInstanceUid, callingAeTitle, reason, ...seen })
    .onConflictDoUpdate({
      target: [refusals.studyInstanceUid, refusals.callingAeTitle, refusals.reason],
      set: {
        firstAt: sql`least(${refusals.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${refusals.lastAt}, excluded.last_at)`,
      },
    })
    .returning({ id: refusals.id, isNew: sql<boolean>`xmax = 0` })
  if (!row) throw new Error('the insert returned no row')
  const room = most.images - (await tx.$count(refusedObjects, eq(refusedObjects.refusalId, row.id)))
  const objects = images.slice(0, Math.max(0, room)).map(({ sopInstanceUid }) => ({ refusalId: row.id, sopInstanceUid }))
  if (objects.length > 0) {
    const { rowCount } = await tx.insert(refusedObjects).values(objects).onConflictDoNothing()
    // New ones may be in the archive already.
    if (rowCount) await tx.update(refusals).set({ checkedAt: null }).where(eq(refusals.id, row.id))
  }
  return row.isNew ? [row.id] : []
}

const imagesOfRow = sql<number>`(select count(*)::int from ${refusedObjects} where ${refusedObjects.refusalId} = ${refusals.id})`

/** The newest, with the laboratory of their AE title, and how many there are. */
export async function listRefusals(db: Db, limit: number) {
  const { id, studyInstanceUid, callingAeTitle, reason, firstAt, lastAt } = refusals
  const rows = await db
    .select({ id, studyInstanceUid, callingAeTitle, reason, firstAt, lastAt, images: imagesOfRow, labName: labs.name })
    .from(refusals)
    .leftJoin(labAeTitles, ofSender)
    .leftJoin(labs, eq(labs.id, labAeTitles.labId))
    .orderBy(desc(lastAt), desc(id))
    .limit(limit)
  return { rows, total: await db.$count(refusals) }
}

/** Takes one off the list; null if it is not there. */
export async function takeRefusal(tx: Tx, id: string): Promise<RefusalRow | null> {
  const [row] = await tx.delete(refusals).where(eq(refusals.id, id)).returning()
  return row ?? null
}

/**
 * Refusals of studies that have settled since the archive was last asked about them: Orthanc's ids of all studies of that UID. `listedAt`: what
 * is looked up from here on is at least as new.
 */
export async function listRefusalsToCheck(db: Db, limit: number) {
  const { id, checkedAt } = refusals
  return db
    .select({
      id,
      listedAt: sql<string>`clock_timestamp()::text`,
      orthancIds: sql<string[]>`array_agg(${studies.orthancId})`,
    })
    .from(refusals)
    .innerJoin(studies, eq(studies.studyInstanceUid, refusals.studyInstanceUid))
    .where(and(isNotNull(studies.settledAt), isNull(studies.imagesMissingAt)))
    .groupBy(id)
    .having(or(isNull(checkedAt), gt(max(studies.settledAt), checkedAt)))
    .orderBy(asc(id))
    .limit(limit)
}

export type RefusalToCheck = Awaited<ReturnType<typeof listRefusalsToCheck>>[number]

/** Forgets the images that the archive has, and a refusal of which it has all. */
export async function forgetRefused(tx: Tx, { id, listedAt }: RefusalToCheck, present: string[]): Promise<void> {
  const ofRefusal = eq(refusedObjects.refusalId, id)
  // Nobody notes more of it meanwhile.
  await tx.select({ id: refusals.id }).from(refusals).where(eq(refusals.id, id)).for('update')
  await tx
    .delete(refusedObjects)
    .where(and(ofRefusal, sql`${refusedObjects.sopInstanceUid} = any(${sql.param(present)}::text[])`))
  const checkedAt = sql`${listedAt}::timestamptz`
  if (await tx.$count(refusedObjects, ofRefusal)) await tx.update(refusals).set({ checkedAt }).where(eq(refusals.id, id))
  else await tx.delete(refusals).where(eq(refusals.id, id))
}

/** Studies with refused images of which their history has no line, or this one alone. Those of a study that came later count once they are known to be missing. */
export async function listUnrecordedRefusals(db: Db, limit: number, studyId?: string) {
  const { id, callingAeTitle, reason } = refusals
  const lines = db
    .select({ id: studyEventLog.id })
    .from(studyEventLog)
    .where(
      and(
        eq(studyEventLog.studyId, studies.id),
        eq(studyEventLog.event, 'images_refused'),
        sql`${studyEventLog.details} ->> 'refusalId' = ${id}::text`,
      ),
    )
  return db
    .select({ refusalId: id, studyId: studies.id, callingAeTitle, reason })
    .from(refusals)
    .innerJoin(studies, eq(studies.studyInstanceUid, refusals.studyInstanceUid))
    .where(
      and(
        studyId === undefined ? undefined : eq(studies.id, studyId),
        or(lt(studies.receivedAt, refusals.lastAt), isNotNull(refusals.checkedAt)),
        notExists(lines),
      ),
    )
    .limit(limit)
}
