import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '../actor.ts'
import type { Db, Tx } from '../client.ts'
import { doctors, users } from '../schema/accounts.ts'
import { reports } from '../schema/reports.ts'
import { priorOpenings, studies } from '../schema/studies.ts'
import { dateOfStudy, isPriorOf, readableStudies, visibleStudies } from '../visibility.ts'
import { released } from './reports.ts'
import type { StudyRow } from './studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

/** A study that somebody may read, and the study as whose prior; null: they see it itself. */
export type ReadableStudy = { study: StudyRow; priorOf: string | null }

const prior = alias(studies, 'prior')
const current = alias(studies, 'current')

const newestFirst = [desc(dateOfStudy(studies)), desc(studies.receivedAt), desc(studies.id)]

function selectReadable(db: Db, viewer: Viewer, condition: SQL) {
  return db
    .select({ study: studies, isVisible: sql<boolean>`${visibleStudies(viewer)}` })
    .from(studies)
    .where(and(readableStudies(viewer), condition))
}

/** The newest study that the viewer sees and the given one is a prior of, or null. */
async function findCurrentOf(db: Db, viewer: Viewer, studyId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: studies.id })
    .from(studies)
    .innerJoin(prior, isPriorOf(prior, studies))
    .where(and(eq(prior.id, studyId), ne(studies.id, studyId), visibleStudies(viewer)))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.id ?? null
}

/** Null where what makes it readable went away while we looked. */
async function asReadable(
  db: Db,
  viewer: Viewer,
  row: { study: StudyRow; isVisible: boolean } | undefined,
): Promise<ReadableStudy | null> {
  if (!row) return null
  if (row.isVisible) return { study: row.study, priorOf: null }
  const priorOf = await findCurrentOf(db, viewer, row.study.id)
  return priorOf === null ? null : { study: row.study, priorOf }
}

/** A study by its row id, or null where it does not exist or the viewer may not read it. */
export async function findReadableStudy(db: Db, viewer: Viewer, studyId: string): Promise<ReadableStudy | null> {
  const [row] = await selectReadable(db, viewer, eq(studies.id, studyId))
  return asReadable(db, viewer, row)
}

/** The same, locked until the transaction ends. */
export async function lockReadableStudy(tx: Tx, viewer: Viewer, studyId: string): Promise<ReadableStudy | null> {
  const [row] = await selectReadable(tx, viewer, eq(studies.id, studyId)).for('update')
  return asReadable(tx, viewer, row)
}

export async function findReadableByOrthancId(db: Db, viewer: Viewer, orthancId: string): Promise<ReadableStudy | null> {
  const [row] = await selectReadable(db, viewer, eq(studies.orthancId, orthancId))
  return asReadable(db, viewer, row)
}

/** The readable studies of a Study Instance UID: more than one where the archive holds it under two patient ids. */
export async function findReadableByUid(db: Db, viewer: Viewer, uid: string): Promise<ReadableStudy[]> {
  const rows = await selectReadable(db, viewer, eq(studies.studyInstanceUid, uid))
  const found = await Promise.all(rows.map((row) => asReadable(db, viewer, row)))
  return found.filter((study) => study !== null)
}

const priorsOf = (viewer: Viewer, studyIds: readonly string[]) =>
  and(inArray(current.id, [...studyIds]), ne(studies.id, current.id), readableStudies(viewer))

/** The priors of these studies that the viewer may read, newest first, each once. */
export async function listPriors(
  db: Db,
  viewer: Viewer,
  studyIds: readonly string[],
): Promise<{ study: StudyRow; priorOf: string }[]> {
  if (studyIds.length === 0) return []
  const rows = await db
    .select({ study: studies, priorOf: current.id })
    .from(studies)
    .innerJoin(current, isPriorOf(studies, current))
    .where(priorsOf(viewer, studyIds))
    .orderBy(...newestFirst)
  return [...new Map(rows.map((row) => [row.study.id, row])).values()]
}

/** The same of one study, with who reported each and whether a finished report stands. */
export async function listPriorRecords(db: Db, viewer: Viewer, studyId: string) {
  const report = db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.studyId, studies.id), released))
  return db
    .select({ study: studies, reportedBy: users.fullName, hasReport: sql<boolean>`exists (${report})` })
    .from(studies)
    .innerJoin(current, isPriorOf(studies, current))
    .leftJoin(doctors, eq(doctors.id, studies.reportedByDoctorId))
    .leftJoin(users, eq(users.id, doctors.userId))
    .where(priorsOf(viewer, [studyId]))
    .orderBy(...newestFirst)
}

export type PriorRecord = Awaited<ReturnType<typeof listPriorRecords>>[number]

/** A prior of a study by its id, or null where it is none or the viewer may not read it. */
export async function findPrior(db: Db, viewer: Viewer, studyId: string, priorId: string): Promise<StudyRow | null> {
  const priors = await listPriors(db, viewer, [studyId])
  return priors.find(({ study }) => study.id === priorId)?.study ?? null
}

type Opening = { sessionId: string; studyId: string }

/** Whether the session has opened the study as a prior before. */
export async function isPriorOpened(db: Db, { sessionId, studyId }: Opening): Promise<boolean> {
  const own = and(eq(priorOpenings.sessionId, sessionId), eq(priorOpenings.studyId, studyId))
  return (await db.$count(priorOpenings, own)) > 0
}

/** Answers false where the session had opened it before. */
export async function insertPriorOpening(tx: Tx, opening: Opening): Promise<boolean> {
  const rows = await tx.insert(priorOpenings).values(opening).onConflictDoNothing().returning({ id: priorOpenings.id })
  return rows.length > 0
}
