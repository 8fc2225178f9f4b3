import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { noteDamage } from '@readroom/db/queries/damage'
import { lockAnyStudy } from '@readroom/db/queries/studies'
import { emitJob } from './outbox.ts'
import { lockVisibleStudy } from './studies.ts'
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

/**
 * Has the images that cannot be read taken out of the archive, which would answer Success to a scanner that sends them again and keep the damaged
 * ones. Throws STUDY_NOT_FOUND, NOT_DAMAGED.
 */
export async function discardDamaged(tx: Tx, actor: Actor, studyId: string): Promise<void> {
  const study = await lockVisibleStudy(tx, actor, studyId)
  if (study.damagedInstances.length === 0) throw new AppError('NOT_DAMAGED')
  await emitJob(tx, 'damage.discard', { studyId })
  const details = { instances: study.damagedInstances }
  await audit(tx, actor, { action: 'images.discarded', target: { type: 'study', id: studyId }, details })
}
