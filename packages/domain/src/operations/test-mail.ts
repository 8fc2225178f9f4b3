import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { emitJob } from '../core/outbox.ts'

/** Sends the actor a mail, to see whether mails go out. */
export async function requestTestMail(tx: Tx, actor: Actor): Promise<void> {
  await emitJob(tx, 'test-mail.send', { userId: actor.userId })
  await audit(tx, actor, { action: 'mail.tested', target: { type: 'user', id: actor.userId } })
}
