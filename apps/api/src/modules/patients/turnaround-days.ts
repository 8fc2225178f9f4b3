import type { PatientRecord } from '@readroom/contracts/patients'
import type { PatientStudyRecord } from '@readroom/db/queries/patient-record'

const dayMs = 86_400_000

type Days = PatientRecord['studies'][number]['tat']

/** Whole days from ready to the first finished report, or until now: over all cycles, and of the present one. Null before the study is complete. */
export function turnaroundDays({ study, firstReadyAt }: Pick<PatientStudyRecord, 'study' | 'firstReadyAt'>, now: Date): Days {
  const end = study.reportedAt ?? now
  const since = (start: Date | null) => start && Math.max(0, Math.floor((end.getTime() - start.getTime()) / dayMs))
  return { totalTATDays: since(firstReadyAt), resetAwareTATDays: since(study.readyAt) }
}
