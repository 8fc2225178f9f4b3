import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { showsPatientId } from '../patients/patient-studies.ts'
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

/** Returns a page of the people with a study of the laboratory, as their newest study shows them, with the time at which each last changed. */
export async function listFhirPatients(db: Db, page: FhirPage & { patientIds?: readonly string[] | undefined }) {
  const { labId, patientIds, limit, changed } = page
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
    .where(and(or(...(patientIds ?? []).map(showsPatientId)) ?? sql`false`, studiesOfLab(labId)))
  return db
    .select({
      id: patients.id,
      createdAt: patients.createdAt,
      changedAt: sql`coalesce(${change.at}, ${patients.updatedAt})`.mapWith(patients.updatedAt),
      patientId: newest.patientId,
      name: newest.patientName,
      sex: newest.patientSex,
      birthDate: newest.patientBirthDate,
    })
    .from(patients)
    .innerJoinLateral(newest, sql`true`)
    .leftJoin(fhirPatientChanges, eq(fhirPatientChanges.patientRowId, patients.id))
    .where(
      and(
        // In a list by change, the change names the laboratory, so that its index is read.
        changed ? undefined : eq(patients.labId, labId),
        changed ? onChangedPage(change, page) : onPage(patients.id, page),
        // The index finds the few people first, so that not everybody's newest study is read.
        patientIds && and(inArray(patients.id, showing), inArray(newest.patientId, [...patientIds])),
      ),
    )
    .orderBy(...(changed ? oldestChangeFirst(change) : [newestFirst(patients.id)]))
    .limit(limit)
}
export type FhirPatient = Awaited<ReturnType<typeof listFhirPatients>>[number]
