import { requestKey } from '@readroom/contracts/orders/request-keys'
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hasAccession, namesInRequest } from '../orders/order-matches.ts'
import { studyIdsOfUid } from '../patients/image-moves.ts'
import { showsOneOf } from '../patients/patient-studies.ts'
import { reports } from '../reports/reports.schema.ts'
import { series } from '../studies/series.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { withdrawnFromLab } from '../studies/visible-reports.ts'
import { fhirStudyChanges } from './fhir-changes.schema.ts'
import {
  type FhirPage,
  newestStudiesFirst,
  oldestChangeFirst,
  onChangedPage,
  onStudyPage,
  reportsOfLab,
  studiesOfLab,
} from './fhir-page.ts'

export type StudyNumber = { studyInstanceUid: string } | { accessionNumber: string }

const hasNumber = (number: StudyNumber): SQL =>
  'accessionNumber' in number
    ? sql`(${hasAccession(number.accessionNumber)} or ${namesInRequest(sql`array[${requestKey('accession', number.accessionNumber)}]::text[]`)})`
    : sql`${studies.id} in ${studyIdsOfUid(number.studyInstanceUid)}`

export type StudyPage = FhirPage & {
  patientRowId?: string | undefined
  /** The study shows one of them. */
  patientIds?: readonly string[] | undefined
  /** One of them is the study's. */
  numbers?: readonly StudyNumber[] | undefined
}

type Time = 'imagesAt' | 'reportAt'

const selectStudies = (db: Db, page: StudyPage, time: Time, also?: SQL) => {
  const { labId, patientRowId, patientIds, numbers, limit, changed } = page
  const change = { labId: fhirStudyChanges.labId, at: fhirStudyChanges[time], id: fhirStudyChanges.studyId }
  return db
    .select({ study: studies, changedAt: sql`coalesce(${change.at}, ${studies.updatedAt})`.mapWith(studies.updatedAt) })
    .from(studies)
    .leftJoin(fhirStudyChanges, eq(fhirStudyChanges.studyId, studies.id))
    .where(
      and(
        studiesOfLab(labId),
        changed ? onChangedPage(change, page) : onStudyPage(page),
        patientRowId === undefined ? undefined : eq(studies.patientRowId, patientRowId),
        patientIds && showsOneOf(patientIds),
        numbers && (or(...numbers.map(hasNumber)) ?? sql`false`),
        also,
      ),
    )
    .orderBy(...(changed ? oldestChangeFirst(change) : newestStudiesFirst))
    .limit(limit)
}

/** Returns a page of the laboratory's studies, with the time at which each last changed. */
export const listFhirStudies = async (db: Db, page: StudyPage) => selectStudies(db, page, 'imagesAt')
export type FhirStudy = Awaited<ReturnType<typeof listFhirStudies>>[number]

/** True for a study with a report that its laboratory's staff see or saw: no draft, none that can be recalled. */
const hasReport = sql`exists (select 1 from ${reports} where ${and(eq(reports.studyId, studies.id), or(reportsOfLab, withdrawnFromLab))})`

/** Returns a page of the laboratory's studies with a report that its staff see or saw, with the time at which the report last changed. */
export const listReportedStudies = async (db: Db, page: StudyPage) => selectStudies(db, page, 'reportAt', hasReport)

/** Returns the series of these studies, in the order of their numbers. */
export async function listFhirSeries(db: Db, studyIds: readonly string[]) {
  return db
    .select()
    .from(series)
    .where(inArray(series.studyId, [...studyIds]))
    .orderBy(asc(series.seriesNumber), asc(series.orthancId))
}
export type FhirSeries = Awaited<ReturnType<typeof listFhirSeries>>[number]
