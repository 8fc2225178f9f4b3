import type { StudySummary } from '@readroom/contracts/summary'
import type { Actor } from '@readroom/db/actor'
import { readStudyDetails } from '@readroom/db/queries/patient-record'
import { listSeries } from '@readroom/db/queries/series'
import { listAssignments, listCourseEvents, listDispatches, listDownloads, listEdits } from '@readroom/db/queries/study-summary'
import { findVisiblePatient, type PatientKey } from '@readroom/domain/patient-access'
import type { Context } from '../../context.ts'
import { requireWorklistRow } from '../../worklist-row.ts'
import { toStudySummary } from './study-summary.ts'

/** A study of a patient and what happened to it, as the actor may see it. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS. */
export async function readStudySummary({ db }: Context, actor: Actor, key: PatientKey): Promise<StudySummary> {
  const { patient, study } = await findVisiblePatient(db, actor, key)
  const [row, details, events, assignments, downloads, dispatches, edits, series] = await Promise.all([
    requireWorklistRow(db, actor, study.id),
    readStudyDetails(db, study.id),
    listCourseEvents(db, study.id),
    listAssignments(db, study.id),
    listDownloads(db, study.id),
    listDispatches(db, study.id),
    listEdits(db, patient.id),
    listSeries(db, study.id),
  ])
  const happened = { events, assignments, downloads, dispatches, edits }
  return toStudySummary({ actor, study, row, details, series, ...happened })
}
