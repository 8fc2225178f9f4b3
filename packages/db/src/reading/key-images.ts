import { can } from '@readroom/contracts/core/permissions'
import { and, asc, eq, exists, inArray, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../core/actor.ts'
import type { Db, Tx } from '../core/client.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { reports } from '../reports/reports.schema.ts'
import { type ReportsOf, visibleReports } from '../studies/visible-reports.ts'
import { keyImages } from './key-images.schema.ts'

export type KeyImageRow = typeof keyImages.$inferSelect
export type NewKeyImage = Omit<typeof keyImages.$inferInsert, 'id' | 'takenAt' | 'signedAt' | 'position' | 'caption'>

const inDraft = (studyId: string) => and(eq(keyImages.studyId, studyId), isNotNull(keyImages.position))

/** Returns the key images of the study's draft, in their order. */
export async function listDraftKeyImages(db: Db, studyId: string): Promise<KeyImageRow[]> {
  return db.select().from(keyImages).where(inDraft(studyId)).orderBy(asc(keyImages.position), asc(keyImages.id))
}

/** Puts a picture behind those of the draft. */
export async function insertKeyImage(tx: Tx<'study'>, picture: NewKeyImage): Promise<void> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${keyImages} where study_id = ${picture.studyId})`
  await tx.insert(keyImages).values({ ...picture, position })
}

type Arranged = { id: string; caption: string }

/**
 * Makes these the draft's pictures, in this order: what was taken for it and is not among them goes. They are of the study. Returns the keys of objects
 * that no row names any more.
 */
export async function arrangeKeyImages(tx: Tx, studyId: string, arranged: readonly Arranged[]): Promise<string[]> {
  const kept = arranged.map(({ id }) => id)
  const dropped = await leaveDraft(tx, studyId, kept)
  for (const [index, { id, caption }] of arranged.entries())
    await tx
      .update(keyImages)
      .set({ position: index + 1, caption })
      .where(and(eq(keyImages.studyId, studyId), eq(keyImages.id, id)))
  return dropped
}

/**
 * The draft has none of its pictures any more but those that are kept: what no report has either is gone. Returns the keys of objects that no row
 * names any more.
 */
export async function leaveDraft(tx: Tx, studyId: string, kept: readonly string[] = []): Promise<string[]> {
  const left = and(inDraft(studyId), kept.length > 0 ? notInArray(keyImages.id, [...kept]) : undefined)
  const gone = await tx
    .delete(keyImages)
    .where(and(left, isNull(keyImages.signedAt)))
    .returning({ key: keyImages.objectKey })
  await tx.update(keyImages).set({ position: null, caption: '' }).where(left)
  return gone.map(({ key }) => key)
}

/** The draft loses its pictures of these images, because they are another study's now. Signed ones stay with their reports. */
export async function dropKeyImagesOf(tx: Tx<'study'>, studyId: string, sopInstanceUids: readonly string[]): Promise<void> {
  const left = and(inDraft(studyId), inArray(keyImages.sopInstanceUid, [...sopInstanceUids]))
  await tx.delete(keyImages).where(and(left, isNull(keyImages.signedAt)))
  await tx.update(keyImages).set({ position: null, caption: '' }).where(left)
}

/** Pictures of the draft are of a signed report from now on: they stay as they are. */
export async function markKeyImagesSigned(tx: Tx, studyId: string): Promise<void> {
  await tx
    .update(keyImages)
    .set({ signedAt: sql`coalesce(${keyImages.signedAt}, now())`, position: null, caption: '' })
    .where(inDraft(studyId))
}

/** Returns the study's key images, or those of the given ids that it has. */
export async function listKeyImages(db: Db, studyId: string, ids?: readonly string[]): Promise<KeyImageRow[]> {
  const chosen = ids ? inArray(keyImages.id, [...ids]) : undefined
  return db
    .select()
    .from(keyImages)
    .where(and(eq(keyImages.studyId, studyId), chosen))
}

/** A report that has the picture. */
const isSignedIn: SQL = sql`${reportVersions.snapshot} -> 'keyImages' @> jsonb_build_array(jsonb_build_object('id', ${keyImages.id}))`

/** A picture that the caller may see: with a draft who may read that, otherwise with a report that they see. Null if there is none. */
export async function findVisibleKeyImage(
  db: Db,
  caller: Pick<Actor, 'role'>,
  of: ReportsOf,
  id: string,
): Promise<KeyImageRow | null> {
  const signed = db
    .select({ id: reportVersions.id })
    .from(reportVersions)
    .innerJoin(reports, eq(reports.versionId, reportVersions.id))
    .where(and(visibleReports(caller, of), isSignedIn))
  const seesDraft = can(caller.role, 'report.edit') && !of.isPrior
  const [row] = await db
    .select()
    .from(keyImages)
    .where(
      and(
        eq(keyImages.studyId, of.studyId),
        eq(keyImages.id, id),
        or(seesDraft ? isNotNull(keyImages.position) : undefined, exists(signed)),
      ),
    )
  return row ?? null
}
