import { randomInt } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { isSharePinRequired } from '@readroom/db/people/labs'
import { checkPassword, hashPassword } from '@readroom/domain/access/password-hashes'
import { forgivePin, openShare, refusePin, type SharedStudy, tryPin } from '@readroom/domain/studies/sharing'
import type { Context } from '../../core/context.ts'

/** Returns six digits and their hash, or null if neither the creator nor the study's laboratory wants a PIN. Throws BUSY. */
export async function newPin(
  { db }: Pick<Context, 'db'>,
  { studyId, withPin }: { studyId: string; withPin: boolean },
): Promise<{ pin: string; pinHash: string } | null> {
  if (!withPin && !(await isSharePinRequired(db, studyId))) return null
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  return { pin, pinHash: await hashPassword(pin) }
}

/**
 * Opens a link with its PIN and returns the cookie's secret. A try is counted before it is checked, so parallel requests get five in all. One that
 * was never checked does not count.
 * Throws SHARE_PIN_INCORRECT, SHARE_PIN_EXHAUSTED, SHARE_LINK_NOT_FOUND, BUSY.
 */
export async function openWithPin(
  { db }: Pick<Context, 'db'>,
  shared: SharedStudy,
  { pin, address }: { pin: string; address: string },
): Promise<string> {
  if (shared.link.pinHash === null) return db.transaction((tx) => openShare(tx, shared, address))
  const left = await db.transaction((tx) => tryPin(tx, shared))
  const isRight = await checkPassword(shared.link.pinHash, pin).catch(async (error: unknown) => {
    await db.transaction((tx) => forgivePin(tx, shared))
    throw error
  })
  if (!isRight) {
    await db.transaction((tx) => refusePin(tx, shared, { left, address }))
    throw left === 0 ? new AppError('SHARE_PIN_EXHAUSTED') : new AppError('SHARE_PIN_INCORRECT', { left })
  }
  return db.transaction((tx) => openShare(tx, shared, address))
}
