import type { Tx } from '@readroom/db/client'
import { lockDamagedStudy, noteDamage } from '@readroom/db/queries/damage'
import { appendImagesEvent } from '@readroom/db/queries/intake-studies'
import { emitChanged } from './outbox.ts'

/** Makes a study's row say which of its images cannot be read; none heals it. Says so in its history, and to whoever looks at it. */
export async function setDamaged(tx: Tx, studyId: string, instances: readonly string[]): Promise<void> {
  const study = await lockDamagedStudy(tx, studyId)
  if (!study) return
  const known = new Set(study.damagedInstances)
  if (known.size === instances.length && instances.every((id) => known.has(id))) return
  await noteDamage(tx, studyId, [...instances])
  await appendImagesEvent(tx, study, instances.length > 0 ? 'images_damaged' : 'images_repaired', { instances })
  await emitChanged(tx, studyId)
}
