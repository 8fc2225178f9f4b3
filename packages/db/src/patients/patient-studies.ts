import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { sortKeyOf } from '../studies/study-sort-keys.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { noLab, patients } from './patients.schema.ts'

/** A study, and the patient whose it is, by their rows. */
export type PatientStudyIds = { studyId: string; patientRowId: string }

/** Those of the condition that the caller sees, newest first. */
async function listVisible(db: Db, caller: Caller, condition: SQL | undefined): Promise<PatientStudyIds[]> {
  return db
    .select({ studyId: studies.id, patientRowId: studies.patientRowId })
    .from(studies)
    .where(and(visibleStudies(caller), condition))
    .orderBy(desc(studies.receivedAt), desc(studies.id))
}

/** True for a study that shows a patient id, as the index of patient ids reads it. */
export const showsPatientId = (patientId: string): SQL =>
  sql`${sortKeyOf.patientId} = "left"(fold_text(${patientId}), 100) and ${studies.patientId} = ${patientId}`

/** True for the studies that show one of these patient ids. None: false. */
export const showsOneOf = (patientIds: readonly string[]): SQL => or(...patientIds.map(showsPatientId)) ?? sql`false`

/** The visible studies that show a patient id, whosever they are: the same id is another patient in another laboratory. */
export async function listStudiesOfPatientId(db: Db, caller: Caller, patientId: string): Promise<PatientStudyIds[]> {
  return listVisible(db, caller, showsPatientId(patientId))
}

/**
 * As `listStudiesOfPatientId`, for the id of people who were merged into others. Looked up for each laboratory, as the index of ids is. An id that was
 * corrected leads nowhere: it was never theirs.
 */
export async function listStudiesOfMergedId(db: Db, caller: Caller, patientId: string): Promise<PatientStudyIds[]> {
  const present = sql`(
    with recursive found (id, merged_into) as (
      select former.id, former.merged_into from (select id from ${labs} union all select ${noLab}) owner (id)
        join ${patients} former on coalesce(former.lab_id, ${noLab}) = owner.id and former.patient_id = ${patientId}
        where former.merged_into is not null
      union
      select next.id, next.merged_into from found f join ${patients} next on next.id = f.merged_into)
    select id from found where merged_into is null)`
  return listVisible(db, caller, sql`${studies.patientRowId} in ${present}`)
}

/** The visible studies of a patient. */
export async function listStudiesOfPatient(db: Db, caller: Caller, patientRowId: string): Promise<PatientStudyIds[]> {
  return listVisible(db, caller, eq(studies.patientRowId, patientRowId))
}
