import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { bySystem } from '../access/first-accounts.ts'
import { emitJob } from '../core/outbox.ts'

/** Sends the actor a mail, to see whether mails go out. */
export async function requestTestMail(tx: Tx, actor: Actor): Promise<void> {
  await emitJob(tx, 'test-mail.send', { userId: actor.userId })
  await audit(tx, actor, { action: 'mail.tested', target: { type: 'user', id: actor.userId } })
}

/** Records that the mail server accepted a test email. */
export async function recordAcceptedTestMail(tx: Tx, userId: string): Promise<void> {
  await audit(tx, bySystem, { action: 'mail.accepted', target: { type: 'user', id: userId } })
}
