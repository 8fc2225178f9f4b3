import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { daysBetween } from '@readroom/contracts/turnaround/turnaround'
import type { PatientStudyRecord } from '@readroom/db/patients/patient-record'

type Days = PatientRecord['studies'][number]['tat']

/** Counts whole days from ready to the first finished report or now, over all cycles and for the current one. Null before the study is complete. */
export function turnaroundDays({ study, firstReadyAt }: Pick<PatientStudyRecord, 'study' | 'firstReadyAt'>, now: Date): Days {
  const end = study.reportedAt ?? now
  return { totalTATDays: daysBetween(firstReadyAt, end), resetAwareTATDays: daysBetween(study.readyAt, end) }
}
