import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { doctors } from '../people/doctors.schema.ts'
import { reportVersions } from '../reports/report-versions.schema.ts'
import { reports } from '../reports/reports.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { withdrawnFromLab } from '../studies/visible-reports.ts'
import { type FhirPage, newestFirst, onPage, reportsOfLab, studiesOfLab } from './fhir-page.ts'

/** Returns the reports of these studies that the laboratory's staff see or saw, oldest first. `signed` is null for an uploaded file. */
export async function listFhirReports(db: Db, labId: string, studyIds: readonly string[]) {
  return db
    .select({ report: reports, signed: reportVersions, doctorName: users.fullName })
    .from(reports)
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .innerJoin(doctors, eq(doctors.id, reports.doctorId))
    .innerJoin(users, eq(users.id, doctors.userId))
    .leftJoin(reportVersions, eq(reportVersions.id, reports.versionId))
    .where(and(inArray(reports.studyId, [...studyIds]), or(reportsOfLab, withdrawnFromLab), studiesOfLab(labId)))
    .orderBy(asc(reports.version))
}
export type FhirReport = Awaited<ReturnType<typeof listFhirReports>>[number]

/** Returns a page of the doctors who wrote a report that the laboratory's staff see, newest first. */
export async function listFhirPractitioners(db: Db, page: FhirPage) {
  const authors = db
    .select({ doctorId: reports.doctorId })
    .from(reports)
    .innerJoin(studies, eq(studies.id, reports.studyId))
    .where(and(studiesOfLab(page.labId), reportsOfLab))
  return db
    .select({
      id: doctors.id,
      name: users.fullName,
      personName: doctors.personName,
      createdAt: doctors.createdAt,
      updatedAt: sql`greatest(${doctors.updatedAt}, ${users.updatedAt})`.mapWith(doctors.updatedAt),
    })
    .from(doctors)
    .innerJoin(users, eq(users.id, doctors.userId))
    .where(and(onPage(doctors.id, page), inArray(doctors.id, authors)))
    .orderBy(newestFirst(doctors.id))
    .limit(page.limit)
}
