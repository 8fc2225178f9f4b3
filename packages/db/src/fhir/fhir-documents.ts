import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { documents } from '../patients/documents.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { reports, standingReports } from '../reports/reports.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { withdrawnFromLab } from '../studies/visible-reports.ts'
import { type FhirPage, newestFirst, onPage, reportsOfLab, studiesOfLab } from './fhir-page.ts'

export type DocumentPage = Omit<FhirPage, 'changed'> & { patientRowId?: string | undefined; studyId?: string | undefined }

/** True for a report after which a whole report was released that counts. An addendum replaces nothing. */
const isSuperseded = sql<boolean>`exists (select 1 from ${standingReports} later left join ${reportVersions} v on v.id = later.version_id
  where later.study_id = ${reports.studyId} and later.version > ${reports.version} and later.is_final and later.is_released
    and v.kind is distinct from 'addendum')`

/** Returns a page of the reports that the laboratory's staff see or saw and whose file is made, newest first. */
export async function listFhirReportFiles(db: Db, page: DocumentPage) {
  const { labId, patientRowId, studyId, limit } = page
  const { kind, meaning } = reportVersions
  return db
    .select({
      report: reports,
      kind,
      meaning,
      snapshot: reportVersions.snapshot,
      isSuperseded,
      doctorName: users.fullName,
      doctorUserId: doctors.userId,
      patientRowId: studies.patientRowId,
      description: studies.description,
    })
    .from(reports)
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(doctors, eq(doctors.id, reports.doctorId))
    .innerJoin(users, eq(users.id, doctors.userId))
    .leftJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .where(
      and(
        or(reportsOfLab, withdrawnFromLab),
        studiesOfLab(labId),
        isNotNull(reports.sha256),
        onPage(reports.id, page),
        patientRowId === undefined ? undefined : eq(studies.patientRowId, patientRowId),
        studyId === undefined ? undefined : eq(reports.studyId, studyId),
      ),
    )
    .orderBy(newestFirst(reports.id))
    .limit(limit)
}
export type FhirReportFile = Awaited<ReturnType<typeof listFhirReportFiles>>[number]

/** True for the documents of people with a study of the laboratory. */
const documentsOfLab = (labId: string): SQL =>
  sql`exists (select 1 from ${studies} where ${and(eq(studies.patientRowId, documents.patientRowId), studiesOfLab(labId))})`

/** Returns a page of the documents in the records of the laboratory's patients, newest first. */
export async function listFhirPatientDocuments(db: Db, page: DocumentPage) {
  const { labId, patientRowId, studyId, limit } = page
  return db
    .select()
    .from(documents)
    .where(
      and(
        isNull(documents.deletedAt),
        documentsOfLab(labId),
        onPage(documents.id, page),
        patientRowId === undefined ? undefined : eq(documents.patientRowId, patientRowId),
        studyId === undefined ? undefined : eq(documents.studyId, studyId),
      ),
    )
    .orderBy(newestFirst(documents.id))
    .limit(limit)
}
export type FhirPatientDocument = Awaited<ReturnType<typeof listFhirPatientDocuments>>[number]
