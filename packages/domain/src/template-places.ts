import { AppError } from '@readroom/contracts/errors'
import type { TemplatePlace } from '@readroom/contracts/reading-templates'
import type { Actor } from '@readroom/db/actor'
import type { Tx } from '@readroom/db/client'
import { lockLab } from '@readroom/db/queries/labs'
import { lockSystemPlace, type Place } from '@readroom/db/queries/template-places'
import { lockUser } from '@readroom/db/queries/users'

/** Doctors change their own templates and text blocks, administrators the shared ones. */
export const mayChange = ({ userId, role }: Actor, { scope, ownerId }: Pick<Place, 'scope' | 'ownerId'>): boolean =>
  role === 'admin' ? scope !== 'doctor' : role === 'doctor_account' && ownerId === userId

/** The place that the actor means, where they may put something; one at a time, so that what is there is counted. Throws FORBIDDEN, LAB_NOT_FOUND. */
export async function demandPlace(tx: Tx, actor: Actor, { scope, labId }: TemplatePlace): Promise<Place> {
  const place = { scope, labId: scope === 'lab' ? labId : null, ownerId: scope === 'doctor' ? actor.userId : null }
  if (!mayChange(actor, place)) throw new AppError('FORBIDDEN')
  if (scope === 'doctor') await lockUser(tx, actor.userId)
  if (scope === 'system') await lockSystemPlace(tx)
  if (scope === 'lab' && (labId === null || !(await lockLab(tx, labId)))) throw new AppError('LAB_NOT_FOUND')
  return place
}
