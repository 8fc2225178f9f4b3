import { AppError } from '@readroom/contracts/errors'
import type { Actor } from '@readroom/db/actor'
import { audit } from '@readroom/db/audit'
import type { Tx } from '@readroom/db/client'
import { takeRefusal } from '@readroom/db/queries/refusals'

/** Takes images that the archive refused off the list; they return to it where they are refused again. Throws REFUSAL_NOT_FOUND. */
export async function dismissRefusal(tx: Tx, actor: Actor, refusalId: string): Promise<void> {
  const refusal = await takeRefusal(tx, refusalId)
  if (!refusal) throw new AppError('REFUSAL_NOT_FOUND')
  const { studyInstanceUid, callingAeTitle, reason } = refusal
  const target = { type: 'refusal', id: refusalId }
  await audit(tx, actor, { action: 'refusal.dismissed', target, details: { studyInstanceUid, callingAeTitle, reason } })
}
