import type { Tx } from '@readroom/db/core/client'
import { clockTime } from '@readroom/db/core/database-clock'
import { updateIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import type { StudyRow } from '@readroom/db/studies/studies'
import { transition } from './transition.ts'

/** Hides a study that these laboratories claim from everybody but administrators, until one of them decides. */
export async function contestStudy(tx: Tx<'study'>, study: StudyRow, labIds: readonly string[]): Promise<void> {
  await updateIntakeStudy(tx, study.id, { labConflictAt: clockTime })
  const former = { formerDoctorIds: study.doctorIds, formerLabId: study.labId }
  await transition(tx, study, 'lab_conflict', { actorUserId: null, details: { labIds }, ...former })
}
