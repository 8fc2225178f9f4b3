import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasAccession } from '../orders/order-matches.ts'
import { reports } from '../reports/reports.schema.ts'
import { series, studies } from '../studies/studies.schema.ts'
import { shownTo } from '../studies/visible-reports.ts'
import { type FhirPage, newestStudiesFirst, onStudyPage, studiesOfLab } from './fhir-page.ts'

export type StudyPage = FhirPage & {
  patientRowId?: string | undefined
  accessionNumber?: string | undefined
  studyInstanceUid?: string | undefined
}

const selectStudies = (db: Db, page: StudyPage, also?: SQL) => {
  const { labId, patientRowId, accessionNumber, studyInstanceUid, limit } = page
  return db
    .select()
    .from(studies)
    .where(
      and(
        studiesOfLab(labId),
        onStudyPage(page),
        patientRowId === undefined ? undefined : eq(studies.patientRowId, patientRowId),
        accessionNumber === undefined ? undefined : hasAccession(accessionNumber),
        studyInstanceUid === undefined ? undefined : eq(studies.studyInstanceUid, studyInstanceUid),
        also,
      ),
    )
    .orderBy(...newestStudiesFirst)
    .limit(limit)
}

/** Returns a page of the laboratory's studies, newest first. */
export const listFhirStudies = async (db: Db, page: StudyPage) => selectStudies(db, page)

/** True for a study with a report that its laboratory's staff see: no draft, none that can be recalled. */
const hasReport = sql`exists (select 1 from ${reports} where ${and(eq(reports.studyId, studies.id), shownTo({ role: 'lab_staff' }, false))})`

/** Returns a page of the laboratory's studies with a report that its staff see, newest first. */
export const listReportedStudies = async (db: Db, page: StudyPage) => selectStudies(db, page, hasReport)

/** Returns the series of these studies, in the order of their numbers. */
export async function listFhirSeries(db: Db, studyIds: readonly string[]) {
  return db
    .select()
    .from(series)
    .where(inArray(series.studyId, [...studyIds]))
    .orderBy(asc(series.seriesNumber), asc(series.orthancId))
}
export type FhirSeries = Awaited<ReturnType<typeof listFhirSeries>>[number]
