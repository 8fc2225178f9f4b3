import { maxPasskeys } from '@readroom/contracts/access/second-factor'
import { AppError } from '@readroom/contracts/core/errors'
import { deletePasskey, insertPasskey, type NewPasskey } from '@readroom/db/access/passkeys'
import {
  confirmTotp,
  deleteSecondFactors,
  deleteTotp,
  findSecondFactors,
  noteSecondFactor,
  replaceRecoveryCodes,
} from '@readroom/db/access/second-factors'
import { deleteChallenges } from '@readroom/db/access/sign-in-challenges'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import { lockUser } from '@readroom/db/people/users'
import type { SecondFactorEvent } from '@readroom/jobs/jobs'
import { emitJob } from '../core/outbox.ts'
import { revokeSessions } from './sessions.ts'

type Kind = 'totp' | 'passkey'
const target = (id: string) => ({ target: { type: 'user', id } })

/** Tells the owner of an account by mail what happened to its second factor. */
export const tellOwner = (tx: Tx, userId: string, event: SecondFactorEvent): Promise<void> =>
  emitJob(tx, 'second-factor-notice.send', { userId, event, at: new Date().toISOString() })

/**
 * Records a new second factor. The account's first one stores these hashes of recovery codes, and ends the caller's other sessions, because they were
 * opened without a second factor. Returns whether it was the first.
 */
async function noteAdded(
  tx: Before<'account'>,
  actor: Actor,
  kind: Kind,
  wasFirst: boolean,
  codeHashes: readonly string[],
): Promise<void> {
  await noteSecondFactor(tx, actor.sessionId, kind)
  await audit(tx, actor, { action: 'second_factor.added', ...target(actor.userId), details: { kind } })
  await tellOwner(tx, actor.userId, 'added')
  if (!wasFirst) return
  await replaceRecoveryCodes(tx, actor.userId, codeHashes)
  await revokeSessions(tx, { userId: actor.userId, except: actor.sessionId, reason: 'elsewhere' })
}

/** Returns the account's second factors. Locks the account, so that no other factor is added at the same time. */
async function lockSecondFactors<T extends Before<'account'>>(begun: T, userId: string) {
  const [tx] = await lockUser(begun, userId)
  const { totp, passkeys } = await findSecondFactors(tx, userId)
  return { tx, passkeys, hasNone: !totp && passkeys === 0 }
}

export type Added = { isFirst: boolean }

/** Puts the caller's authenticator app into use. Null if the secret that waits is another by now. */
export async function addAuthenticator(
  begun: Before<'account'>,
  actor: Actor,
  { sealedSecret, step, codeHashes }: { sealedSecret: string; step: number; codeHashes: readonly string[] },
): Promise<Added | null> {
  const { tx, hasNone: wasFirst } = await lockSecondFactors(begun, actor.userId)
  if (!(await confirmTotp(tx, actor.userId, sealedSecret, step))) return null
  await noteAdded(tx, actor, 'totp', wasFirst, codeHashes)
  return { isFirst: wasFirst }
}

/** Registers a passkey of the caller. Null if it is registered already. Throws TOO_MANY_PASSKEYS. */
export async function addPasskey(
  begun: Before<'account'>,
  actor: Actor,
  { passkey, codeHashes }: { passkey: NewPasskey; codeHashes: readonly string[] },
): Promise<Added | null> {
  const { tx, passkeys: count, hasNone: wasFirst } = await lockSecondFactors(begun, actor.userId)
  if (count >= maxPasskeys) throw new AppError('TOO_MANY_PASSKEYS', { count })
  if (!(await insertPasskey(tx, passkey))) return null
  await noteAdded(tx, actor, 'passkey', wasFirst, codeHashes)
  return { isFirst: wasFirst }
}

/** With the last second factor go the recovery codes; if the role needs one, the session can do nothing but set one up. */
async function noteRemoved(tx: Tx, actor: Actor, kind: Kind): Promise<void> {
  const { totp, passkeys } = await findSecondFactors(tx, actor.userId)
  if (!totp && passkeys === 0) {
    await replaceRecoveryCodes(tx, actor.userId, [])
    await noteSecondFactor(tx, actor.sessionId, null)
  }
  await audit(tx, actor, { action: 'second_factor.removed', ...target(actor.userId), details: { kind } })
  await tellOwner(tx, actor.userId, 'removed')
}

/** Removes the caller's authenticator app. Returns false if there is none. */
export async function removeAuthenticator(begun: Before<'account'>, actor: Actor): Promise<boolean> {
  const [tx] = await lockUser(begun, actor.userId)
  if (!(await deleteTotp(tx, actor.userId))) return false
  await noteRemoved(tx, actor, 'totp')
  return true
}

/** Removes a passkey of the caller. Returns false if it is not theirs. */
export async function removePasskey(begun: Before<'account'>, actor: Actor, credentialId: string): Promise<boolean> {
  const [tx] = await lockUser(begun, actor.userId)
  if (!(await deletePasskey(tx, actor.userId, credentialId))) return false
  await noteRemoved(tx, actor, 'passkey')
  return true
}

/** Replaces the caller's recovery codes. */
export async function renewRecoveryCodes(tx: Tx, actor: Actor, codeHashes: readonly string[]): Promise<void> {
  await replaceRecoveryCodes(tx, actor.userId, codeHashes)
  await audit(tx, actor, { action: 'recovery_codes.made', ...target(actor.userId) })
}

/** Leaves somebody without a second factor, signed out, and told by mail. Returns false if there was none. `by`: null for an operator at the machine. */
export async function resetSecondFactor(
  tx: Before<'account'>,
  by: Actor | { userId: null; address: string },
  userId: string,
): Promise<boolean> {
  const { totp, passkeys } = await findSecondFactors(tx, userId)
  if (!totp && passkeys === 0) return false
  await deleteSecondFactors(tx, userId)
  await deleteChallenges(tx, userId)
  await revokeSessions(tx, { userId, reason: 'administrator' })
  await audit(tx, by, { action: 'second_factor.reset', ...target(userId) })
  await tellOwner(tx, userId, 'reset')
  return true
}
