import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before, Taken } from '@readroom/db/core/locks'
import {
  countOtherAdministrators,
  findSignInState,
  insertUser,
  listUsernamesLike,
  listUsers,
  lockUser,
  type UserRow,
  type UsersQuery,
  updateUser,
} from '@readroom/db/people/users'
import { hashPassword } from '@readroom/domain/access/password-hashes'
import { requestGeneratedPassword } from '@readroom/domain/access/passwords'
import { resetSecondFactor } from '@readroom/domain/access/second-factors'
import { revokeSessions } from '@readroom/domain/access/sessions'
import { endAccess, sendFirstPassword } from '@readroom/domain/people/accounts'
import { checkNewPassword } from '../../access/security/password-policy.ts'
import { freeUsername, usernameBase } from '../../access/security/username.ts'
import type { Context } from '../../core/context.ts'

type NewAdmin = { fullName: string; email: string; password: string }

const target = (id: string) => ({ target: { type: 'user', id } })

async function lockOther<T extends Before<'account'>>(
  begun: T,
  actor: Actor,
  userId: string,
): Promise<Taken<T, 'account', UserRow>> {
  if (userId === actor.userId) throw new AppError('OWN_ACCOUNT')
  const [tx, user] = await lockUser(begun, userId)
  if (!user) throw new AppError('USER_NOT_FOUND')
  return [tx, user]
}

export function createUserService({ db, config, settings }: Pick<Context, 'db' | 'config' | 'settings'>) {
  return {
    async list(query: UsersQuery) {
      const { rows, ...rest } = await listUsers(db, query, settings.now().idleMinutes)
      const hasProvider = config.OIDC_ISSUER !== undefined
      return { ...rest, rows: rows.map((row) => ({ ...row, isLinkAllowed: hasProvider ? row.isLinkAllowed : null })) }
    },

    /**
     * Registers an administrator and returns the username, which is made from the email address. Another person knows the password, so it opens only its
     * own change.
     */
    async registerAdmin(actor: Actor, { fullName, email, password }: NewAdmin): Promise<string> {
      checkNewPassword({ newPassword: password, confirmPassword: password }, [email, fullName], await settings.read())
      const passwordHash = await hashPassword(password)
      return db.transaction(async (begun) => {
        const base = usernameBase(email)
        const [tx, taken] = await listUsernamesLike(begun, [base])
        const username = freeUsername(base, taken)
        const id = await insertUser(tx, { email, username, fullName, role: 'admin', passwordHash, mustChangePassword: true })
        await audit(tx, actor, { action: 'user.created', ...target(id), details: { role: 'admin' } })
        return username
      })
    },

    async endSessions(actor: Actor, userId: string): Promise<number> {
      return db.transaction(async (begun) => {
        const [tx, user] = await lockUser(begun, userId)
        if (!user) throw new AppError('USER_NOT_FOUND')
        const ended = await revokeSessions(tx, { userId, reason: 'administrator' })
        await audit(tx, actor, { action: 'sessions.ended', ...target(userId), details: { ended } })
        return ended
      })
    },

    /** Ends the old password and all sessions at once. The new password is made when it is mailed. */
    async sendPassword(actor: Actor, userId: string): Promise<void> {
      await db.transaction(async (begun) => {
        const [tx, user] = await lockOther(begun, actor, userId)
        if (!user.isActive) throw new AppError('USER_INACTIVE')
        if (!(await findSignInState(tx, userId)).labIsActive) throw new AppError('LAB_INACTIVE')
        await requestGeneratedPassword(tx, userId)
        await revokeSessions(tx, { userId, reason: 'administrator' })
        await audit(tx, actor, { action: 'password.sent', ...target(userId) })
      })
    },

    /** Resets the second factor of a user who has lost it. */
    async resetSecondFactor(actor: Actor, userId: string): Promise<void> {
      await db.transaction(async (begun) => {
        const [tx] = await lockOther(begun, actor, userId)
        if (!(await resetSecondFactor(tx, actor, userId))) throw new AppError('SECOND_FACTOR_MISSING')
      })
    },

    async allowProviderLink(actor: Actor, userId: string, isAllowed: boolean): Promise<void> {
      if (config.OIDC_ISSUER === undefined) throw new AppError('PROVIDER_NOT_CONFIGURED')
      await db.transaction(async (begun) => {
        const [tx, user] = await lockUser(begun, userId)
        if (!user) throw new AppError('USER_NOT_FOUND')
        await updateUser(tx, userId, { providerLinkAllowed: isAllowed })
        await audit(tx, actor, { action: isAllowed ? 'provider_link.allowed' : 'provider_link.forbidden', ...target(userId) })
      })
    },

    /** Activates or deactivates an account. Does nothing if that is its state already. */
    async setActive(actor: Actor, userId: string, isActive: boolean): Promise<void> {
      await db.transaction(async (begun) => {
        const [withAdministrators, otherAdministrators] = await countOtherAdministrators(begun, userId)
        const [tx, user] = await lockOther(withAdministrators, actor, userId)
        if (user.isActive === isActive) return
        if (!isActive && user.role === 'admin' && otherAdministrators === 0) throw new AppError('LAST_ADMINISTRATOR')
        await updateUser(tx, userId, { isActive })
        if (isActive) await sendFirstPassword(tx, userId)
        else await endAccess(tx, userId)
        await audit(tx, actor, { action: isActive ? 'user.activated' : 'user.deactivated', ...target(userId) })
      })
    },
  }
}
