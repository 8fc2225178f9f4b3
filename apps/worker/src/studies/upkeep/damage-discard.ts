import { findDamagedStudy } from '@readroom/db/studies/damage'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { findUnreadable } from '../../core/archive-files.ts'
import type { JobsContext } from '../../core/jobs/context.ts'

/** Takes those of a study's damaged images out of the archive that still cannot be read. They stay noted until they have been sent again. */
export async function discardDamage(
  { database, orthanc, log }: JobsContext,
  { studyId }: JobPayload<'damage.discard'>,
  { signal }: JobRun,
): Promise<void> {
  const study = await findDamagedStudy(database.db, studyId)
  if (!study) return
  const damaged = new Set(study.damagedInstances)
  const present = (await orthanc.listStudyInstances(study.orthancId)).filter(({ id }) => damaged.has(id))
  const unreadable = await findUnreadable(orthanc, present, present.length, signal)
  for (const id of unreadable) await orthanc.deleteInstance(id)
  log.info({ studyId, images: unreadable.length }, 'damaged images were taken out of the archive')
}
