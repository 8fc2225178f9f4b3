import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { showsOneOf } from '../patients/patient-studies.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { fhirPatientChanges } from './fhir-changes.schema.ts'
import {
  type FhirPage,
  newestFirst,
  newestStudiesFirst,
  oldestChangeFirst,
  onChangedPage,
  onPage,
  studiesOfLab,
} from './fhir-page.ts'

const change = {
  labId: fhirPatientChanges.labId,
  at: fhirPatientChanges.changedAt,
  id: fhirPatientChanges.patientRowId,
}

/** A person of the laboratory who was merged into one with a visible study, perhaps over others. */
const isMergedAway = (labId: string): SQL => sql`(${patients.mergedInto} is not null and exists (
  with recursive successors as (
    select p.id, p.merged_into from patients p where p.id = ${patients.mergedInto}
    union select p.id, p.merged_into from patients p join successors s on p.id = s.merged_into)
  select 1 from successors join ${studies} on ${studies.patientRowId} = successors.id where ${studiesOfLab(labId)}))`

/**
 * Returns a page of the people with a study of the laboratory, as their newest study shows them, with the time at which each last changed; and of those
 * who were merged into one of these, with `mergedInto` and the patient ID alone.
 */
export async function listFhirPatients(db: Db, page: FhirPage & { patientIds?: readonly string[] | undefined }) {
  const { labId, patientIds, limit, changed } = page
  const newest = db
    .select({
      studyId: sql<string | null>`${studies.id}`.as('newest_study_id'),
      patientId: studies.patientId,
      patientName: studies.patientName,
      patientPn: studies.patientPn,
      patientSex: studies.patientSex,
      patientBirthDate: studies.patientBirthDate,
    })
    .from(studies)
    .where(and(eq(studies.patientRowId, patients.id), studiesOfLab(labId)))
    .orderBy(...newestStudiesFirst)
    .limit(1)
    .as('newest')
  // The index finds the few people first, so that not everybody's newest study is read.
  const named = (ids: readonly string[]) => sql`${patients.id} in (
    select ${studies.patientRowId} from ${studies} where ${and(showsOneOf(ids), studiesOfLab(labId))}
    union all select m.id from patients m where m.lab_id = ${labId} and m.merged_into is not null and ${inArray(sql`m.patient_id`, [...ids])})`
  const shownId = sql<string | null>`case when ${newest.studyId} is null then ${patients.patientId} else ${newest.patientId} end`
  return db
    .select({
      id: patients.id,
      createdAt: patients.createdAt,
      changedAt: sql`coalesce(${change.at}, ${patients.updatedAt})`.mapWith(patients.updatedAt),
      mergedInto: sql<string | null>`case when ${newest.studyId} is null then ${patients.mergedInto} end`,
      patientId: shownId,
      name: newest.patientName,
      /** The same name with its parts; null if it has none. */
      pn: newest.patientPn,
      sex: newest.patientSex,
      birthDate: newest.patientBirthDate,
    })
    .from(patients)
    .leftJoinLateral(newest, sql`true`)
    .leftJoin(fhirPatientChanges, eq(fhirPatientChanges.patientRowId, patients.id))
    .where(
      and(
        // In a list by change, the change names the laboratory, so that its index is read.
        changed ? undefined : eq(patients.labId, labId),
        changed ? onChangedPage(change, page) : onPage(patients.id, page),
        or(isNotNull(newest.studyId), isMergedAway(labId)),
        patientIds && and(named(patientIds), inArray(shownId, [...patientIds])),
      ),
    )
    .orderBy(...(changed ? oldestChangeFirst(change) : [newestFirst(patients.id)]))
    .limit(limit)
}
export type FhirPatient = Awaited<ReturnType<typeof listFhirPatients>>[number]
