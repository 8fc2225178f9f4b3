import type { StudySummary } from '@readroom/contracts/patients/summary'
import type { Actor } from '@readroom/db/core/actor'
import { readStudyDetails } from '@readroom/db/patients/patient-record'
import {
  listAssignments,
  listCourseEvents,
  listDispatches,
  listDownloads,
  listEdits,
  listEscalations,
} from '@readroom/db/patients/study-summary'
import { listSeries } from '@readroom/db/studies/series'
import { findVisiblePatient, type PatientKey } from '@readroom/domain/access/patient-access'
import type { Context } from '../../core/context.ts'
import { requireWorklistRow } from '../../studies/worklist-row.ts'
import { toStudySummary } from './study-summary.ts'

/** Reads the summary of a patient's study, as the account may see it. Throws PATIENT_NOT_FOUND, PATIENT_AMBIGUOUS. */
export async function readStudySummary({ db }: Context, actor: Actor, key: PatientKey): Promise<StudySummary> {
  const { patient, study } = await findVisiblePatient(db, actor, key)
  const [row, details, events, assignments, downloads, dispatches, escalations, edits, series] = await Promise.all([
    requireWorklistRow(db, actor, study.id),
    readStudyDetails(db, study.id),
    listCourseEvents(db, study.id),
    listAssignments(db, study.id),
    listDownloads(db, study.id),
    listDispatches(db, study.id),
    listEscalations(db, study.id),
    listEdits(db, patient.id),
    listSeries(db, study.id),
  ])
  const happened = { events, assignments, downloads, dispatches, escalations, edits }
  return toStudySummary({ actor, study, row, details, series, ...happened })
}
