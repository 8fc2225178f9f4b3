import { AppError } from '@readroom/contracts/errors'
import type { Db, Tx } from '@readroom/db/client'
import { findTotpSecret, readClock, spendRecoveryCode, spendTotpStep } from '@readroom/db/queries/second-factors'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import type { Seal } from './seal.ts'
import { totpStepOf } from './totp.ts'

/** The secret in clear. Throws AUTHENTICATOR_UNREADABLE where the portal's key is another by now. */
async function openSecret(seal: Seal, sealedSecret: string): Promise<string> {
  const secret = await seal.open(sealedSecret)
  if (secret === null) throw new AppError('AUTHENTICATOR_UNREADABLE')
  return secret
}

/** The time step of a code, by the database's clock; null where it is none of the secret's. Throws AUTHENTICATOR_UNREADABLE. */
export async function stepOf(db: Db, seal: Seal, sealedSecret: string, code: string): Promise<number | null> {
  return totpStepOf(await openSecret(seal, sealedSecret), code, await readClock(db))
}

/**
 * Uses up a code of the account's authenticator app, or a recovery code, and answers which it was; null, and nothing is used, where it is neither.
 * Throws AUTHENTICATOR_UNREADABLE.
 */
export async function spendCode(tx: Tx, seal: Seal, userId: string, typed: string): Promise<'totp' | 'recovery-code' | null> {
  const code = typed.replaceAll(' ', '')
  if (!/^\d{6}$/.test(code)) return (await spendRecoveryCode(tx, userId, hashOfRecoveryCode(code))) ? 'recovery-code' : null
  const sealedSecret = await findTotpSecret(tx, userId, { confirmed: true })
  const step = sealedSecret === null ? null : await stepOf(tx, seal, sealedSecret, code)
  return step !== null && (await spendTotpStep(tx, userId, step)) ? 'totp' : null
}
