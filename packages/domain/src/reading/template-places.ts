import { AppError } from '@readroom/contracts/core/errors'
import type { TemplatePlace } from '@readroom/contracts/reading/reading-templates'
import type { Actor } from '@readroom/db/core/actor'
import type { Before } from '@readroom/db/core/locks'
import { lockLab } from '@readroom/db/people/labs'
import { lockUser } from '@readroom/db/people/users'
import { lockSystemPlace, type Place } from '@readroom/db/reading/template-places'

/** Doctors change their own templates and text blocks, administrators the shared ones. */
export const mayChange = ({ userId, role }: Actor, { scope, ownerId }: Pick<Place, 'scope' | 'ownerId'>): boolean =>
  role === 'admin' ? scope !== 'doctor' : role === 'doctor_account' && ownerId === userId

/** The place that the actor means, if they may put something; one at a time, so that what is there is counted. Throws FORBIDDEN, LAB_NOT_FOUND. */
export async function demandPlace(tx: Before<'laboratory'>, actor: Actor, { scope, labId }: TemplatePlace): Promise<Place> {
  const place = { scope, labId: scope === 'lab' ? labId : null, ownerId: scope === 'doctor' ? actor.userId : null }
  if (!mayChange(actor, place)) throw new AppError('FORBIDDEN')
  if (scope === 'doctor') await lockUser(tx, actor.userId)
  if (scope === 'system') await lockSystemPlace(tx)
  if (scope === 'lab') {
    const [, lab] = labId === null ? [] : await lockLab(tx, labId)
    if (!lab) throw new AppError('LAB_NOT_FOUND')
  }
  return place
}
