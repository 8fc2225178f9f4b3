import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { imageMoves } from './image-moves.schema.ts'

export type ImageMoveRow = typeof imageMoves.$inferSelect
export type NewImageMove = Pick<
  typeof imageMoves.$inferInsert,
  'kind' | 'studyId' | 'fromOrthancId' | 'fromStudyUid' | 'toStudyUid' | 'identities' | 'decidedBy'
>

export async function insertImageMove(tx: Tx<'study'>, move: NewImageMove): Promise<string> {
  const [row] = await tx.insert(imageMoves).values(move).returning({ id: imageMoves.id })
  if (!row) throw new Error('the insert returned no row')
  return row.id
}

export async function findImageMove(db: Db, id: string): Promise<ImageMoveRow | null> {
  const [row] = await db.select().from(imageMoves).where(eq(imageMoves.id, id))
  return row ?? null
}

/** Returns the study's place in the image archive; null if there is no such study. */
export async function findPlace(db: Db, studyId: string | null): Promise<{ orthancId: string; studyUid: string } | null> {
  if (studyId === null) return null
  const place = { orthancId: studies.orthancId, studyUid: studies.studyInstanceUid }
  const [row] = await db.select(place).from(studies).where(eq(studies.id, studyId))
  return row ?? null
}

/** Returns the moves from and to a study, the oldest first. */
export async function listMovesOfStudy(db: Db, studyId: string): Promise<ImageMoveRow[]> {
  const isOf = or(eq(imageMoves.studyId, studyId), eq(imageMoves.otherStudyId, studyId))
  return db.select().from(imageMoves).where(isOf).orderBy(imageMoves.id)
}

/** Returns the move that makes the archive's study of this UID; null if no move does. */
export async function findMoveTo(db: Db, studyInstanceUid: string): Promise<ImageMoveRow | null> {
  const [row] = await db.select().from(imageMoves).where(eq(imageMoves.toStudyUid, studyInstanceUid))
  return row ?? null
}

/** Returns the newest renewal of what was this study in the archive: images that come late under the former UID belong to its study. */
export async function findRenewalFrom(db: Db, orthancId: string): Promise<ImageMoveRow | null> {
  const isFrom = and(eq(imageMoves.fromOrthancId, orthancId), eq(imageMoves.kind, 'renewal'), ne(imageMoves.state, 'returned'))
  const [row] = await db.select().from(imageMoves).where(isFrom).orderBy(desc(imageMoves.id)).limit(1)
  return row ?? null
}

/** The study that has the images now that a move gave another study UID. */
export const movedStudyId = sql`case when ${imageMoves.kind} = 'split' then ${imageMoves.otherStudyId} else ${imageMoves.studyId} end`

/** The ids of the studies that have this study UID, or whose images came with it. */
export const studyIdsOfUid = (uid: string): SQL => sql`(select same.id from ${studies} same where same.study_instance_uid = ${uid}
  union select ${movedStudyId} from ${imageMoves} where ${imageMoves.fromStudyUid} = ${uid} and ${imageMoves.state} <> 'returned')`

/** The study UIDs that a study's images came with, if it has another one now. */
export const formerUidsOfStudy = sql`(select ${imageMoves.fromStudyUid} from ${imageMoves}
  where (${imageMoves.studyId} = ${studies.id} or ${imageMoves.otherStudyId} = ${studies.id}) and ${movedStudyId} = ${studies.id} and ${imageMoves.state} <> 'returned')`

/** Returns the patients from whom an administrator told a study's patient apart, by splits of this study or from it. */
export async function listPatientsApart(db: Db, studyId: string): Promise<string[]> {
  const isOf = or(eq(imageMoves.studyId, studyId), eq(imageMoves.otherStudyId, studyId))
  const sources = db.select({ id: imageMoves.studyId }).from(imageMoves).where(isOf)
  const isStanding = and(eq(imageMoves.kind, 'split'), ne(imageMoves.state, 'returned'))
  const rows = await db
    .selectDistinct({ patientRowId: studies.patientRowId })
    .from(imageMoves)
    .innerJoin(studies, or(eq(studies.id, imageMoves.studyId), eq(studies.id, imageMoves.otherStudyId)))
    .where(and(isStanding, or(isOf, inArray(imageMoves.studyId, sources)), ne(studies.id, studyId)))
  return rows.map(({ patientRowId }) => patientRowId)
}

/** Returns the study UIDs that a study's images came with, if it has another one now. */
export async function listFormerStudyUids(db: Db, studyId: string): Promise<string[]> {
  const isOf = or(eq(imageMoves.studyId, studyId), eq(imageMoves.otherStudyId, studyId))
  const isFormer = and(isOf, sql`${movedStudyId} = ${studyId}`, ne(imageMoves.state, 'returned'))
  const rows = await db.select({ uid: imageMoves.fromStudyUid }).from(imageMoves).where(isFormer)
  return rows.map(({ uid }) => uid)
}

/** Returns a move in one of these states, which stays so until the transaction ends. Null if it is in another. */
export async function holdImageMove(tx: Tx, id: string, states: readonly ImageMoveRow['state'][]): Promise<ImageMoveRow | null> {
  const isSo = and(eq(imageMoves.id, id), inArray(imageMoves.state, [...states]))
  const [row] = await tx.select().from(imageMoves).where(isSo).for('update')
  return row ?? null
}

/** Takes a move from one of these states to another. Returns it as it is then, or null if it is in none of them. */
export async function stepImageMove(
  db: Db,
  id: string,
  { from, to }: { from: readonly ImageMoveRow['state'][]; to: ImageMoveRow['state'] },
): Promise<ImageMoveRow | null> {
  const isSo = and(eq(imageMoves.id, id), inArray(imageMoves.state, [...from]))
  const [row] = await db.update(imageMoves).set({ state: to }).where(isSo).returning()
  return row ?? null
}

type Changes = Partial<Pick<ImageMoveRow, 'state' | 'otherStudyId' | 'imageCount' | 'undoneBy'>>

export async function updateImageMove(tx: Tx<'study'>, id: string, changes: Changes): Promise<void> {
  const undone: { undoneAt?: SQL } = changes.undoneBy ? { undoneAt: sql`now()` } : {}
  await tx
    .update(imageMoves)
    .set({ ...changes, ...undone })
    .where(eq(imageMoves.id, id))
}

/** Notes the former UIDs of series before the archive gets images under the new ones. */
export async function keepSeriesUids(db: Db, id: string, seriesUids: Readonly<Record<string, string>>): Promise<void> {
  const joined = sql`${imageMoves.seriesUids} || ${JSON.stringify(seriesUids)}::jsonb`
  await db.update(imageMoves).set({ seriesUids: joined }).where(eq(imageMoves.id, id))
}

const other = alias(studies, 'other')

/** Returns a page of the moves of images, the newest first. */
export async function listImageMoves(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .select({ move: imageMoves, study: studies, other, laboratory: labs.name, decidedBy: users.fullName })
    .from(imageMoves)
    .innerJoin(studies, eq(studies.id, imageMoves.studyId))
    .innerJoin(users, eq(users.id, imageMoves.decidedBy))
    .leftJoin(other, eq(other.id, imageMoves.otherStudyId))
    .leftJoin(labs, eq(labs.id, studies.labId))
    .orderBy(desc(imageMoves.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await db.$count(imageMoves) }
}

/** Read from the index of UIDs alone. */
const shared = sql`select study_instance_uid as uid from ${studies} group by 1 having count(*) > 1`

/** Returns a page of the study UIDs that several studies have, with these studies. */
export async function listStudiesOfOneUid(db: Db, { page, limit }: { page: number; limit: number }) {
  const { rows } = await db.execute(sql`${shared} order by 1 limit ${limit} offset ${(page - 1) * limit}`)
  const uids = z
    .array(z.object({ uid: z.string() }))
    .parse(rows)
    .map(({ uid }) => uid)
  const found =
    uids.length === 0
      ? []
      : await db
          .select({ study: studies, laboratory: labs.name })
          .from(studies)
          .leftJoin(labs, eq(labs.id, studies.labId))
          .where(inArray(studies.studyInstanceUid, uids))
          .orderBy(studies.id)
  return { uids, found, total: await countSharedUids(db) }
}

/** Counts the study UIDs that several studies have. */
export async function countSharedUids(db: Db): Promise<number> {
  const { rows } = await db.execute(sql`select count(*) as n from (${shared}) s`)
  return z.object({ n: z.coerce.number() }).parse(rows[0]).n
}
