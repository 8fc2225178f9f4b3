import { AppError } from '@readroom/contracts/core/errors'
import { findTotpSecret, readClock, spendRecoveryCode, spendTotpStep } from '@readroom/db/access/second-factors'
import type { Db, Tx } from '@readroom/db/core/client'
import { hashOfRecoveryCode } from './recovery-codes.ts'
import type { Seal } from './seal.ts'
import { totpStepOf } from './totp.ts'

/** Decrypts the secret. Throws AUTHENTICATOR_UNREADABLE if the portal's key has changed. */
async function openSecret(seal: Seal, sealedSecret: string): Promise<string> {
  const secret = await seal.open(sealedSecret)
  if (secret === null) throw new AppError('AUTHENTICATOR_UNREADABLE')
  return secret
}

/** Returns the time step of a code by the database's clock, or null if the code is wrong. Throws AUTHENTICATOR_UNREADABLE. */
export async function stepOf(db: Db, seal: Seal, sealedSecret: string, code: string): Promise<number | null> {
  return totpStepOf(await openSecret(seal, sealedSecret), code, await readClock(db))
}

/**
 * Uses up an authenticator code or a recovery code of the account, and returns which it was. Returns null, and uses up nothing, if it is neither.
 * Throws AUTHENTICATOR_UNREADABLE.
 */
export async function spendCode(tx: Tx, seal: Seal, userId: string, typed: string): Promise<'totp' | 'recovery-code' | null> {
  const code = typed.replaceAll(' ', '')
  if (!/^\d{6}$/.test(code)) return (await spendRecoveryCode(tx, userId, hashOfRecoveryCode(code))) ? 'recovery-code' : null
  const sealedSecret = await findTotpSecret(tx, userId, { confirmed: true })
  const step = sealedSecret === null ? null : await stepOf(tx, seal, sealedSecret, code)
  return step !== null && (await spendTotpStep(tx, userId, step)) ? 'totp' : null
}
