import { AppError } from '@readroom/contracts/errors'
import { audit } from '@readroom/db/audit'
import { countResetTry, exchangeResetCode, findResetUser, spendResetToken } from '@readroom/db/queries/password-resets'
import { newSecret } from '@readroom/db/secrets'
import { requestReset, setOwnPassword } from '@readroom/domain/passwords'
import { revokeSessions } from '@readroom/domain/sessions'
import type { Context } from '../../context.ts'
import { type Attempt, checkAttempts, countFailures, forgetFailures } from '../../security/attempts.ts'
import { checkNewPassword } from '../../security/password-policy.ts'
import { checkPassword, hashPassword } from '../../security/passwords.ts'

type Reset = { email: string; resetToken: string; newPassword: string; confirmPassword: string }

const targetOf = (userId: string | null) => (userId === null ? {} : { target: { type: 'user', id: userId } })

/** Known and unknown addresses take the same way through all of this: only the worker, which mails the code, tells them apart. */
export function createPasswordRecoveryService({ db }: Pick<Context, 'db'>) {
  async function refuseCode(attempts: Attempt[], address: string, userId: string | null): Promise<never> {
    await db.transaction(async (tx) => {
      await countFailures(tx, ...attempts)
      await audit(tx, { userId: null, address }, { action: 'recovery.failed', ...targetOf(userId) })
    })
    throw new AppError('OTP_INVALID')
  }

  return {
    /** Throws OTP_TOO_SOON within two minutes of the last one, TOO_MANY_ATTEMPTS after many from one address. */
    async sendCode(email: string, address: string): Promise<void> {
      const attempt: Attempt = { kind: 'otp-request', of: address }
      await checkAttempts(db, attempt)
      await db.transaction(async (tx) => {
        const { userId, seconds } = await requestReset(tx, email)
        if (seconds > 0) throw new AppError('OTP_TOO_SOON', { seconds })
        await countFailures(tx, attempt)
        await audit(tx, { userId: null, address }, { action: 'recovery.requested', ...targetOf(userId) })
      })
    },

    /** The reset token for the right code. Every failure is OTP_INVALID, and is counted before anything is compared. */
    async exchangeCode(email: string, code: string, address: string): Promise<string> {
      const [own, ofAddress]: [Attempt, Attempt] = [
        { kind: 'otp', of: email },
        { kind: 'otp-address', of: address },
      ]
      await checkAttempts(db, own, ofAddress)
      const reset = await countResetTry(db, email)
      if (!reset?.codeHash) return refuseCode([ofAddress], address, null)
      const { id, userId, codeHash } = reset
      if (!(await checkPassword(codeHash, code)) || userId === null) return refuseCode([own, ofAddress], address, userId)
      const token = newSecret()
      const isFirst = await db.transaction(async (tx) => {
        if (!(await exchangeResetCode(tx, id, codeHash, token))) return false
        await forgetFailures(tx, own)
        await audit(tx, { userId: null, address }, { action: 'recovery.verified', ...targetOf(userId) })
        return true
      })
      return isFirst ? token : refuseCode([ofAddress], address, userId)
    },

    /** Sets the password and ends every session of the user. The token is good once. */
    async resetPassword({ email, resetToken, ...wanted }: Reset, address: string): Promise<void> {
      const user = await findResetUser(db, email, resetToken)
      if (!user) throw new AppError('RESET_TOKEN_INVALID')
      checkNewPassword(wanted, [user.email, user.username, user.fullName])
      const passwordHash = await hashPassword(wanted.newPassword)
      await db.transaction(async (tx) => {
        const isSpent = await spendResetToken(tx, email, resetToken)
        if (!isSpent || !(await setOwnPassword(tx, user.id, passwordHash))) throw new AppError('RESET_TOKEN_INVALID')
        await revokeSessions(tx, { userId: user.id })
        await forgetFailures(tx, { kind: 'login', of: `${email}|${address}` })
        await audit(tx, { userId: user.id, address }, { action: 'password.reset', ...targetOf(user.id) })
      })
    },
  }
}
