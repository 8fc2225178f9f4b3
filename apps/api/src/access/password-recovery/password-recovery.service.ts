import { AppError } from '@readroom/contracts/core/errors'
import {
  countResetTry,
  exchangeResetCode,
  findResetUser,
  spendResetToken,
  takeBackResetTry,
} from '@readroom/db/access/password-resets'
import { audit } from '@readroom/db/core/audit'
import { newSecret } from '@readroom/db/core/secrets'
import { checkPassword, hashPassword } from '@readroom/domain/access/password-hashes'
import { requestReset, setOwnPassword } from '@readroom/domain/access/passwords'
import { revokeSessions } from '@readroom/domain/access/sessions'
import type { Context } from '../../core/context.ts'
import { type Attempt, checkAttempts, countTries, forgetFailures, forgiveTries } from '../security/attempts.ts'
import { networkOf } from '../security/network.ts'
import { checkNewPassword } from '../security/password-policy.ts'

type Reset = { email: string; resetToken: string; newPassword: string; confirmPassword: string }

const targetOf = (userId: string | null) => (userId === null ? {} : { target: { type: 'user', id: userId } })

/** Handles known and unknown addresses the same way. Only the worker, which mails the code, tells them apart. */
export function createPasswordRecoveryService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  async function refuseCode(address: string, userId: string | null): Promise<never> {
    await audit(db, { userId: null, address }, { action: 'recovery.failed', ...targetOf(userId) })
    throw new AppError('OTP_INVALID')
  }

  return {
    /** Throws OTP_TOO_SOON within two minutes of the last code, TOO_MANY_ATTEMPTS after many requests from one address. */
    async sendCode(email: string, address: string): Promise<void> {
      const attempt: Attempt = { kind: 'otp-request', of: networkOf(address) }
      await checkAttempts(db, attempt)
      await db.transaction(async (tx) => {
        const { userId, seconds } = await requestReset(tx, email)
        if (seconds > 0) throw new AppError('OTP_TOO_SOON', { seconds })
        await countTries(tx, attempt)
        await audit(tx, { userId: null, address }, { action: 'recovery.requested', ...targetOf(userId) })
      })
    },

    /** Exchanges the right code for a reset token. Every failure is OTP_INVALID, or BUSY if the code was not compared. Each try is counted before the comparison. */
    async exchangeCode(email: string, code: string, address: string): Promise<string> {
      const own: Attempt = { kind: 'otp', of: email }
      await checkAttempts(db, own)
      const tries = await countTries(db, { kind: 'otp-address', of: networkOf(address) })
      // Lets at most five guesses per code through, even if many arrive at once.
      const reset = await countResetTry(db, email)
      if (!reset?.codeHash) return refuseCode(address, null)
      const { id, userId, codeHash } = reset
      const isRight = await checkPassword(codeHash, code).catch(async (error: unknown) => {
        // It was never compared.
        await takeBackResetTry(db, id, codeHash)
        await forgiveTries(db, tries)
        throw error
      })
      if (!isRight || userId === null) {
        await countTries(db, own)
        return refuseCode(address, userId)
      }
      const token = newSecret()
      const isFirst = await db.transaction(async (tx) => {
        if (!(await exchangeResetCode(tx, id, codeHash, token))) return false
        await forgiveTries(tx, tries, own)
        await audit(tx, { userId: null, address }, { action: 'recovery.verified', ...targetOf(userId) })
        return true
      })
      return isFirst ? token : refuseCode(address, userId)
    },

    /** Sets the password and ends every session of the user. A token works once. */
    async resetPassword({ email, resetToken, ...wanted }: Reset, address: string): Promise<void> {
      const user = await findResetUser(db, email, resetToken)
      if (!user) throw new AppError('RESET_TOKEN_INVALID')
      checkNewPassword(wanted, [user.email, user.username, user.fullName], await settings.read())
      const passwordHash = await hashPassword(wanted.newPassword)
      await db.transaction(async (tx) => {
        const isSpent = await spendResetToken(tx, email, resetToken)
        if (!isSpent || !(await setOwnPassword(tx, user.id, passwordHash))) throw new AppError('RESET_TOKEN_INVALID')
        await revokeSessions(tx, { userId: user.id, reason: 'password' })
        await forgetFailures(
          tx,
          { kind: 'login', of: `${user.email}|${networkOf(address)}` },
          { kind: 'login-account', of: user.email },
        )
        await audit(tx, { userId: user.id, address }, { action: 'password.reset', ...targetOf(user.id) })
      })
    },
  }
}
