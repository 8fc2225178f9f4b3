import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before } from '@readroom/db/core/locks'
import { noteDamage } from '@readroom/db/studies/damage'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { emitJob } from '../core/outbox.ts'
import { lockVisibleStudy } from './studies.ts'
import { transition } from './transition.ts'

/** Makes a study's row say which of its images cannot be read; none heals it. Notes it in the study's history, and tells open pages. */
export async function setDamaged(begun: Before<'study'>, studyId: string, instances: readonly string[]): Promise<void> {
  const [tx, study] = await lockAnyStudy(begun, studyId)
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
export async function discardDamaged(begun: Before<'study'>, actor: Actor, studyId: string): Promise<void> {
  const [tx, study] = await lockVisibleStudy(begun, actor, studyId)
  if (study.damagedInstances.length === 0) throw new AppError('NOT_DAMAGED')
  await emitJob(tx, 'damage.discard', { studyId })
  const details = { instances: study.damagedInstances }
  await audit(tx, actor, { action: 'images.discarded', target: { type: 'study', id: studyId }, details })
}
