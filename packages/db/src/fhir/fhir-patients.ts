import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { showsPatientId } from '../patients/patient-studies.ts'
import { patients } from '../patients/patients.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { type FhirPage, newestFirst, newestStudiesFirst, onPage, studiesOfLab } from './fhir-page.ts'

/** Returns a page of the people with a study of the laboratory, newest first, as their newest study shows them. */
export async function listFhirPatients(db: Db, page: FhirPage & { patientId?: string | undefined }) {
  const { labId, patientId, limit } = page
  const newest = db
    .select({
      patientId: studies.patientId,
      patientName: studies.patientName,
      patientSex: studies.patientSex,
      patientBirthDate: studies.patientBirthDate,
    })
    .from(studies)
    .where(and(eq(studies.patientRowId, patients.id), studiesOfLab(labId)))
    .orderBy(...newestStudiesFirst)
    .limit(1)
    .as('newest')
  const showing = db
    .select({ id: studies.patientRowId })
    .from(studies)
    .where(and(showsPatientId(patientId ?? ''), studiesOfLab(labId)))
  return db
    .select({
      id: patients.id,
      createdAt: patients.createdAt,
      updatedAt: patients.updatedAt,
      patientId: newest.patientId,
      name: newest.patientName,
      sex: newest.patientSex,
      birthDate: newest.patientBirthDate,
    })
    .from(patients)
    .innerJoinLateral(newest, sql`true`)
    .where(
      and(
        eq(patients.labId, labId),
        onPage(patients.id, page),
        // The index finds the few people first, so that not everybody's newest study is read.
        patientId === undefined ? undefined : and(inArray(patients.id, showing), eq(newest.patientId, patientId)),
      ),
    )
    .orderBy(newestFirst(patients.id))
    .limit(limit)
}
export type FhirPatient = Awaited<ReturnType<typeof listFhirPatients>>[number]
