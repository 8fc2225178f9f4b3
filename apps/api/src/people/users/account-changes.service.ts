import { AppError } from '@readroom/contracts/core/errors'
import type { AccountUpdate, StaffRegistration } from '@readroom/contracts/people/users'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Before, Taken } from '@readroom/db/core/locks'
import { countOtherAdministrators, lockUser, markUserDeleted, type UserRow } from '@readroom/db/people/users'
import { changeAccount, endAccess, lockPresentLab, moveStaff, registerStaff } from '@readroom/domain/people/accounts'
import { changedFields } from '../../access/security/changed-fields.ts'
import type { Context } from '../../core/context.ts'

const target = (id: string) => ({ target: { type: 'user', id } })

async function lockPresent<T extends Before<'account'>>(begun: T, userId: string): Promise<Taken<T, 'account', UserRow>> {
  const [tx, user] = await lockUser(begun, userId)
  if (!user) throw new AppError('USER_NOT_FOUND')
  return [tx, user]
}

/** Changes accounts: names, addresses and the laboratory of its staff. */
export function createAccountChanges({ db }: Pick<Context, 'db'>) {
  return {
    /** Returns the account's id, and whether a generated password is being sent. */
    async addStaff(actor: Actor, labId: string, staff: StaffRegistration): Promise<{ id: string; isInvited: boolean }> {
      return db.transaction(async (begun) => {
        const [tx, lab] = await lockPresentLab(begun, labId)
        return { id: await registerStaff(tx, actor, lab, staff), isInvited: lab.isActive }
      })
    },

    async update(actor: Actor, userId: string, { labId, updatedAt, ...names }: AccountUpdate): Promise<void> {
      await db.transaction(async (begun) => {
        if (labId !== undefined) await lockPresentLab(begun, labId)
        const [tx, before] = await lockPresent(begun, userId)
        if (updatedAt !== undefined && updatedAt !== before.updatedAt.toISOString()) throw new AppError('CONFLICT')
        if (labId !== undefined && before.role !== 'lab_staff') throw new AppError('NOT_LAB_STAFF')
        const changed = changedFields(before, names)
        if (changed.length > 0) {
          await changeAccount(tx, userId, before, { ...names, isActive: before.isActive })
          await audit(tx, actor, { action: 'user.updated', ...target(userId), details: { changed } })
        }
        if (labId !== undefined) await moveStaff(tx, actor, userId, labId)
      })
    },

    /** Removes an account for good. Its row stays for the logs. If two administrators remove each other at once, one of them stays. */
    async remove(actor: Actor, userId: string): Promise<void> {
      await db.transaction(async (begun) => {
        const [withAdministrators, otherAdministrators] = await countOtherAdministrators(begun, userId)
        const [tx, user] = await lockPresent(withAdministrators, userId)
        if (user.role === 'doctor_account') throw new AppError('ACCOUNT_OF_DOCTOR')
        if (user.role === 'admin' && otherAdministrators === 0) throw new AppError('LAST_ADMINISTRATOR')
        await endAccess(tx, userId)
        await markUserDeleted(tx, userId)
        await audit(tx, actor, { action: 'user.deleted', ...target(userId), details: { role: user.role } })
      })
    },
  }
}
