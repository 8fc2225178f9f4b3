import type { Tx } from '@readroom/db/client'
import { noteDamage } from '@readroom/db/queries/damage'
import { lockAnyStudy } from '@readroom/db/queries/studies'
import { transition } from './transition.ts'

/** Makes a study's row say which of its images cannot be read; none heals it. Says so in its history, and to whoever looks at it. */
export async function setDamaged(tx: Tx, studyId: string, instances: readonly string[]): Promise<void> {
  const study = await lockAnyStudy(tx, studyId)
  if (!study) return
  const known = new Set(study.damagedInstances)
  if (known.size === instances.length && instances.every((id) => known.has(id))) return
  await noteDamage(tx, studyId, [...instances])
  const event = instances.length > 0 ? 'images_damaged' : 'images_repaired'
  await transition(tx, study, event, { actorUserId: null, details: { instances } })
}
