import { AppError } from '@readroom/contracts/errors'
import type { TemplatePlace } from '@readroom/contracts/reading-templates'
import type { Actor } from '@readroom/db/actor'
import type { Tx } from '@readroom/db/client'
import { lockLab } from '@readroom/db/queries/labs'
import type { Place } from '@readroom/db/queries/template-places'

/** Doctors change their own templates and text blocks, administrators the shared ones. */
export const mayChange = ({ userId, role }: Actor, { scope, ownerId }: Pick<Place, 'scope' | 'ownerId'>): boolean =>
  role === 'admin' ? scope !== 'doctor' : role === 'doctor_account' && ownerId === userId

/** The place that the actor means, where they may put something. Throws FORBIDDEN, LAB_NOT_FOUND. */
export async function demandPlace(tx: Tx, actor: Actor, { scope, labId }: TemplatePlace): Promise<Place> {
  const place = { scope, labId: scope === 'lab' ? labId : null, ownerId: scope === 'doctor' ? actor.userId : null }
  if (!mayChange(actor, place)) throw new AppError('FORBIDDEN')
  if (scope === 'lab' && (labId === null || !(await lockLab(tx, labId)))) throw new AppError('LAB_NOT_FOUND')
  return place
}
