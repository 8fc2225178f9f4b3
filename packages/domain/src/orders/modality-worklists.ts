import { AppError } from '@readroom/contracts/core/errors'
import type { ModalityWorklistFields } from '@readroom/contracts/orders/modality-worklists'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { saveModalityWorklist } from '@readroom/db/orders/modality-worklists'
import { findLabName } from '@readroom/db/people/labs'

type Saved = ModalityWorklistFields & { labId: string; version: number }

/** Throws LAB_NOT_FOUND, CONFLICT. An AE title that another worklist has breaks a constraint. */
export async function changeModalityWorklist(tx: Tx, actor: Actor, { labId, ...fields }: Saved): Promise<void> {
  if ((await findLabName(tx, labId)) === null) throw new AppError('LAB_NOT_FOUND')
  if (!(await saveModalityWorklist(tx, labId, fields))) throw new AppError('CONFLICT')
  const { calledAeTitle, allowedAddresses, isEnabled } = fields
  const details = { calledAeTitle, allowedAddresses, isEnabled }
  await audit(tx, actor, { action: 'modality_worklist.saved', target: { type: 'lab', id: labId }, details })
}
