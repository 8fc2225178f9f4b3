import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import { findUser, lockUser, type UserRow } from '@readroom/db/people/users'
import { checkPassword, hashPassword } from '@readroom/domain/access/password-hashes'
import { setOwnPassword } from '@readroom/domain/access/passwords'
import { revokeSessions } from '@readroom/domain/access/sessions'
import type { Context } from '../../core/context.ts'
import { type Attempt, countTries, forgetFailures, forgiveTries, inTurn, waitAfter } from '../security/attempts.ts'
import { checkNewPassword } from '../security/password-policy.ts'

type PasswordChange = { oldPassword: string; newPassword: string; confirmPassword: string }

export function createPasswordChangeService({ db, settings }: Pick<Context, 'db' | 'settings'>) {
  async function refuse(actor: Actor, seconds: number): Promise<never> {
    await db.transaction(async (tx) => {
      const target = { type: 'user', id: actor.userId }
      await audit(tx, actor, { action: 'password.change_failed', target, ...(seconds > 0 && { details: { seconds } }) })
    })
    throw new AppError('CURRENT_PASSWORD_INCORRECT')
  }

  /** Throws CURRENT_PASSWORD_INCORRECT if the password has been replaced since it was checked. */
  async function store(actor: Actor, user: UserRow, attempt: Attempt, passwordHash: string): Promise<void> {
    await db.transaction(async (begun) => {
      const [tx, present] = await lockUser(begun, user.id)
      if (present?.passwordHash !== user.passwordHash) throw new AppError('CURRENT_PASSWORD_INCORRECT')
      await setOwnPassword(tx, user.id, passwordHash)
      await revokeSessions(tx, { userId: user.id, except: actor.sessionId, reason: 'password' })
      await forgetFailures(tx, attempt)
      await audit(tx, actor, { action: 'password.changed', target: { type: 'user', id: user.id } })
    })
  }

  return {
    /** Changes the password and ends the user's other sessions. */
    async changePassword(actor: Actor, { oldPassword, ...wanted }: PasswordChange): Promise<void> {
      const attempt: Attempt = { kind: 'change-password', of: actor.userId }
      await inTurn(attempt, async () => {
        const tries = await countTries(db, attempt)
        const user = await findUser(db, actor.userId)
        if (!user) throw new AppError('NOT_AUTHENTICATED')
        const isRight = await checkPassword(user.passwordHash, oldPassword).catch(async (error: unknown) => {
          await forgiveTries(db, tries)
          throw error
        })
        if (!isRight) await refuse(actor, waitAfter(tries))
        await forgiveTries(db, tries)
        checkNewPassword(wanted, [user.email, user.username, user.fullName], await settings.read())
        if (wanted.newPassword === oldPassword) throw new AppError('PASSWORD_UNCHANGED')
        await store(actor, user, attempt, await hashPassword(wanted.newPassword))
      })
    },
  }
}
