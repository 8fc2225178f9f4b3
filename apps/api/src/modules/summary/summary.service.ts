import type { StudySummary } from '@readroom/contracts/summary'
import type { Actor } from '@readroom/db/actor'
import { findLabName } from '@readroom/db/queries/labs'
import { readStudyDetails } from '@readroom/db/queries/patient-record'
import { listReports } from '@readroom/db/queries/reports'
import { listSeries } from '@readroom/db/queries/series'
import { listAssignments, listCourseEvents, listDispatches, listDownloads, listEdits } from '@readroom/db/queries/study-summary'
import { findVisiblePatient, type PatientKey } from '@readroom/domain/patient-access'
import type { Context } from '../../context.ts'
import { toStudySummary } from './study-summary.ts'

/** A study of a patient and what happened to it, as the actor may see it. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS. */
export async function readStudySummary({ db }: Context, actor: Actor, key: PatientKey): Promise<StudySummary> {
  const { patient, study } = await findVisiblePatient(db, actor, key)
  const [labName, details, events, assignments, downloads, dispatches, edits, series, reports] = await Promise.all([
    study.labId === null ? null : findLabName(db, study.labId),
    readStudyDetails(db, study.id),
    listCourseEvents(db, study.id),
    listAssignments(db, study.id),
    listDownloads(db, study.id),
    listDispatches(db, study.id),
    listEdits(db, patient.id),
    listSeries(db, study.id),
    listReports(db, actor, { studyId: study.id, isPrior: false }),
  ])
  const happened = { events, assignments, downloads, dispatches, edits }
  return toStudySummary({ actor, study, labName, details, series, hasReport: reports.length > 0, ...happened })
}
