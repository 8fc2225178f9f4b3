import type { Before } from '@readroom/db/core/locks'
import { lockIntakeStudy } from '@readroom/db/studies/intake/intake-studies'
import { moveLateImages } from '@readroom/domain/patients/late-images'
import { noteStudyPeople } from '@readroom/domain/patients/study-people'
import type { Snapshot } from './snapshot.ts'

/** Writes an answer of the archive, and then which people its images name if they were looked at. */
export async function watchingPeople(
  begun: Before<'study'>,
  { orthancId, people }: Snapshot,
  write: () => Promise<void>,
): Promise<void> {
  await write()
  if (people === null) return
  const [tx, study] = await lockIntakeStudy(begun, orthancId)
  if (!study) return
  await noteStudyPeople(tx, study, people)
  await moveLateImages(tx, study.id)
}
