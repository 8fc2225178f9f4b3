import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { takeRefusal } from '@readroom/db/studies/refusals'

/** Takes images that the archive refused off the list; they return to it if they are refused again. Throws REFUSAL_NOT_FOUND. */
export async function dismissRefusal(tx: Tx, actor: Actor, refusalId: string): Promise<void> {
  const refusal = await takeRefusal(tx, refusalId)
  if (!refusal) throw new AppError('REFUSAL_NOT_FOUND')
  const { studyInstanceUid, callingAeTitle, reason } = refusal
  const target = { type: 'refusal', id: refusalId }
  await audit(tx, actor, { action: 'refusal.dismissed', target, details: { studyInstanceUid, callingAeTitle, reason } })
}
