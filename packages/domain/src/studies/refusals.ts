import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit, auditEach } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { listUnrecordedRefusals, noteRefused, type RefusedImage, takeRefusal } from '@readroom/db/studies/refusals'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { bySystem } from '../access/first-accounts.ts'
import { transition } from './transition.ts'

const REFUSALS_OF_STUDY = 200

/** Puts images that the archive refused on the list. The audit log has a line for each refusal of a study that has not come, with its laboratory. */
export async function noteRefusedImages(tx: Tx, images: readonly RefusedImage[]): Promise<void> {
  const entries = (await noteRefused(tx, images)).map(({ id, labId, ...details }) => ({
    action: 'refusal.noted' as const,
    target: labId === null ? { type: 'refusal', id } : { type: 'lab', id: labId },
    details,
  }))
  if (entries.length > 0) await auditEach(tx, bySystem, entries)
}

/** Adds a line for each refusal to the history of a study, once. */
export async function recordRefusals(begun: Before<'study'>, studyId: string): Promise<void> {
  const [tx, study] = await lockAnyStudy(begun, studyId)
  if (!study) return
  for (const { refusalId, callingAeTitle, reason } of await listUnrecordedRefusals(tx, REFUSALS_OF_STUDY, studyId)) {
    await transition(tx, study, 'images_refused', { actorUserId: null, details: { refusalId, callingAeTitle, reason } })
  }
}

/** Takes images that the archive refused off the list; they return to it if they are refused again. Throws REFUSAL_NOT_FOUND. */
export async function dismissRefusal(tx: Tx, actor: Actor, refusalId: string): Promise<void> {
  const refusal = await takeRefusal(tx, refusalId)
  if (!refusal) throw new AppError('REFUSAL_NOT_FOUND')
  const { studyInstanceUid, callingAeTitle, reason } = refusal
  const target = { type: 'refusal', id: refusalId }
  await audit(tx, actor, { action: 'refusal.dismissed', target, details: { studyInstanceUid, callingAeTitle, reason } })
}
