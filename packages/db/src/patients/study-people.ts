import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { clockTime } from '../core/database-clock.ts'
import { labs } from '../people/labs.schema.ts'
import { standingReports } from '../reports/reports.schema.ts'
import { series } from '../studies/series.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { imageMoves } from './image-moves.schema.ts'
import { studyPeople } from './study-people.schema.ts'

export type StudyPersonRow = typeof studyPeople.$inferSelect
export type NewStudyPerson = Omit<typeof studyPeople.$inferInsert, 'id' | 'studyId'>

/** Returns the identities on a study's images, by series; none if its images agree. */
export async function listStudyPeople(db: Db, studyId: string): Promise<StudyPersonRow[]> {
  return db.select().from(studyPeople).where(eq(studyPeople.studyId, studyId)).orderBy(asc(studyPeople.id))
}

/** Makes the identities on a study's images these and no others. `waits`: a person has to look. */
export async function replaceStudyPeople(
  tx: Tx<'study'>,
  studyId: string,
  { people, waits }: { people: readonly NewStudyPerson[]; waits: boolean },
): Promise<void> {
  await tx.delete(studyPeople).where(eq(studyPeople.studyId, studyId))
  if (people.length > 0) await tx.insert(studyPeople).values(people.map((person) => ({ ...person, studyId })))
  await tx
    .update(studies)
    .set({ severalPeopleAt: waits ? sql`coalesce(${studies.severalPeopleAt}, ${clockTime})` : null, updatedAt: sql`now()` })
    .where(eq(studies.id, studyId))
}

/** Notes that all identities on a study's images are of one person. */
export async function acceptStudyPeople(tx: Tx<'study'>, studyId: string, userId: string): Promise<void> {
  await tx.update(studyPeople).set({ acceptedAt: sql`now()`, acceptedBy: userId }).where(eq(studyPeople.studyId, studyId))
  await tx.update(studies).set({ severalPeopleAt: null, updatedAt: sql`now()` }).where(eq(studies.id, studyId))
}

/** Counts the studies whose images name several people, and that wait for a person's decision. */
export async function countStudiesOfSeveralPeople(db: Db): Promise<number> {
  return db.$count(studies, isNotNull(studies.severalPeopleAt))
}

/** True for a study with a report that laboratories may have: a finished one, or an early result. */
const hasReport = sql<boolean>`exists (select 1 from ${standingReports} r
  where r.study_id = ${studies.id} and (r.is_signed or r.is_final))`

/** Reports whether a study has a report that laboratories may have: a finished one, or an early result. */
export async function hasStandingReport(db: Db, studyId: string): Promise<boolean> {
  return (await db.$count(studies, and(eq(studies.id, studyId), hasReport))) > 0
}

/** Returns a page of the studies that wait for a decision about their people, the newest first. */
export async function listStudiesOfSeveralPeople(db: Db, { page, limit }: { page: number; limit: number }) {
  const rows = await db
    .select({
      study: studies,
      laboratory: labs.name,
      hasReport,
      isMoving: sql<boolean>`exists (select 1 from ${imageMoves} m where m.study_id = ${studies.id} and m.state in ('moving', 'returning'))`,
    })
    .from(studies)
    .leftJoin(labs, eq(labs.id, studies.labId))
    .where(isNotNull(studies.severalPeopleAt))
    .orderBy(desc(studies.severalPeopleAt), desc(studies.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await countStudiesOfSeveralPeople(db) }
}

/** Returns the identities on the images of studies, each with its series, in the order of the series. */
export async function listPeopleOfStudies(db: Db, studyIds: readonly string[]) {
  return db
    .select({ person: studyPeople, number: series.seriesNumber, modality: series.modality, description: series.description })
    .from(studyPeople)
    .leftJoin(series, and(eq(series.orthancId, studyPeople.seriesId), eq(series.studyId, studyPeople.studyId)))
    .where(inArray(studyPeople.studyId, [...studyIds]))
    .orderBy(asc(series.seriesNumber), asc(studyPeople.id))
}
