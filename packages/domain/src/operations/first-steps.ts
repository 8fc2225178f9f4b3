import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'

/** Stops leading administrators to the first steps. The audit log keeps the decision. */
export async function dismissFirstSteps(tx: Tx, actor: Actor): Promise<void> {
  await audit(tx, actor, { action: 'first_steps.dismissed', target: { type: 'system', id: 'readroom' } })
}
