import type { Role } from '@readroom/contracts/core/permissions'
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Caller } from '../core/actor.ts'
import { builtOnce, type Db, type Tx } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { doctors } from '../people/doctors.schema.ts'
import { standingReports } from '../reports/reports.schema.ts'
import { priorOpenings, studies } from '../studies/studies.schema.ts'
import type { StudyRow } from '../studies/studies.ts'
import { dateOfStudy, isPriorOf, readableStudies, readableToRole, visibleStudies, visibleToRole } from '../studies/visibility.ts'
import { released } from '../studies/visible-reports.ts'

/** A study that somebody may read, and the study as whose prior; null: they see it itself. */
export type ReadableStudy = { study: StudyRow; priorOf: string | null }

const prior = alias(studies, 'prior')
const current = alias(studies, 'current')

const newestFirst = [desc(dateOfStudy(studies)), desc(studies.receivedAt), desc(studies.id)]

type RowChecks = { isVisible: SQL; isReadable: SQL }

const checksOf = (caller: Caller): RowChecks => ({ isVisible: visibleStudies(caller), isReadable: readableStudies(caller) })

function selectReadable(db: Db, { isVisible, isReadable }: RowChecks, condition: SQL) {
  return db
    .select({ study: studies, isVisible: sql<boolean>`${isVisible}` })
    .from(studies)
    .where(and(isReadable, condition))
}

/** Every image waits for it. */
const readableById = (role: Role) => {
  const checks = { isVisible: visibleToRole(role), isReadable: readableToRole(role) }
  return builtOnce((db) =>
    selectReadable(db, checks, eq(studies.id, sql.placeholder('studyId'))).prepare(`readable_study_${role}`),
  )
}

const readableStudy = {
  admin: readableById('admin'),
  lab_staff: readableById('lab_staff'),
  doctor_account: readableById('doctor_account'),
} satisfies Record<Role, unknown>

/** The newest study that the caller sees and the given one is a prior of, or null. */
async function findCurrentOf(db: Db, caller: Caller, studyId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: studies.id })
    .from(studies)
    .innerJoin(prior, isPriorOf(prior, studies))
    .where(and(eq(prior.id, studyId), ne(studies.id, studyId), visibleStudies(caller)))
    .orderBy(...newestFirst)
    .limit(1)
  return row?.id ?? null
}

/** Null if what makes it readable went away while we looked. */
async function asReadable(
  db: Db,
  caller: Caller,
  row: { study: StudyRow; isVisible: boolean } | undefined,
): Promise<ReadableStudy | null> {
  if (!row) return null
  if (row.isVisible) return { study: row.study, priorOf: null }
  const priorOf = await findCurrentOf(db, caller, row.study.id)
  return priorOf === null ? null : { study: row.study, priorOf }
}

/** A study by its row id, or null if it does not exist or the caller may not read it. */
export async function findReadableStudy(db: Db, caller: Caller, studyId: string): Promise<ReadableStudy | null> {
  const { role, labId, doctorId } = caller
  const [row] = await readableStudy[role](db).execute({ studyId, labId, doctorId })
  return asReadable(db, caller, row)
}

/** Returns a study by its row id, locked until the transaction ends. Null if it does not exist or the caller may not read it. */
export async function lockReadableStudy<T extends Before<'study'>>(
  tx: T,
  caller: Caller,
  studyId: string,
): Promise<Taken<T, 'study', ReadableStudy | null>> {
  const [row] = await selectReadable(tx, checksOf(caller), eq(studies.id, studyId)).for('update')
  return taken(tx, 'study', await asReadable(tx, caller, row))
}

export async function findReadableByOrthancId(db: Db, caller: Caller, orthancId: string): Promise<ReadableStudy | null> {
  const [row] = await selectReadable(db, checksOf(caller), eq(studies.orthancId, orthancId))
  return asReadable(db, caller, row)
}

/** The readable studies of a Study Instance UID: more than one if the archive holds it under two patient ids. */
export async function findReadableByUid(db: Db, caller: Caller, uid: string): Promise<ReadableStudy[]> {
  const rows = await selectReadable(db, checksOf(caller), eq(studies.studyInstanceUid, uid))
  const found = await Promise.all(rows.map((row) => asReadable(db, caller, row)))
  return found.filter((study) => study !== null)
}

const priorsOf = (caller: Caller, studyIds: readonly string[]) =>
  and(inArray(current.id, [...studyIds]), ne(studies.id, current.id), readableStudies(caller))

/** The priors of these studies that the caller may read, newest first, each once. */
export async function listPriors(
  db: Db,
  caller: Caller,
  studyIds: readonly string[],
): Promise<{ study: StudyRow; priorOf: string }[]> {
  if (studyIds.length === 0) return []
  const rows = await db
    .select({ study: studies, priorOf: current.id })
    .from(studies)
    .innerJoin(current, isPriorOf(studies, current))
    .where(priorsOf(caller, studyIds))
    .orderBy(...newestFirst)
  return [...new Map(rows.map((row) => [row.study.id, row])).values()]
}

/** Returns the priors of one study, each with its reporter and whether a finished report stands. */
export async function listPriorRecords(db: Db, caller: Caller, studyId: string) {
  const report = db
    .select({ id: standingReports.id })
    .from(standingReports)
    .where(and(eq(standingReports.studyId, studies.id), released))
  return db
    .select({ study: studies, reportedBy: users.fullName, hasReport: sql<boolean>`exists (${report})` })
    .from(studies)
    .innerJoin(current, isPriorOf(studies, current))
    .leftJoin(doctors, eq(doctors.id, studies.reportedByDoctorId))
    .leftJoin(users, eq(users.id, doctors.userId))
    .where(priorsOf(caller, [studyId]))
    .orderBy(...newestFirst)
}

export type PriorRecord = Awaited<ReturnType<typeof listPriorRecords>>[number]

/** A prior of a study by its id, or null if it is none or the caller may not read it. */
export async function findPrior(db: Db, caller: Caller, studyId: string, priorId: string): Promise<StudyRow | null> {
  const priors = await listPriors(db, caller, [studyId])
  return priors.find(({ study }) => study.id === priorId)?.study ?? null
}

type Opening = { sessionId: string; studyId: string }

/** Reports whether the session has opened the study as a prior before. */
export async function isPriorOpened(db: Db, { sessionId, studyId }: Opening): Promise<boolean> {
  const own = and(eq(priorOpenings.sessionId, sessionId), eq(priorOpenings.studyId, studyId))
  return (await db.$count(priorOpenings, own)) > 0
}

/** Returns false if the session had opened it before. */
export async function insertPriorOpening(tx: Tx, opening: Opening): Promise<boolean> {
  const rows = await tx.insert(priorOpenings).values(opening).onConflictDoNothing().returning({ id: priorOpenings.id })
  return rows.length > 0
}
