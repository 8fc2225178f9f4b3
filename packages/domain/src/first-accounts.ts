import { audit } from '@readroom/db/audit'
import type { Db } from '@readroom/db/client'
import { hasAdministrator, lockFirstAccounts } from '@readroom/db/queries/seed'
import { insertUser } from '@readroom/db/queries/users'

/** What the audit log names as the place of changes that the system makes by itself. */
export const bySystem = { userId: null, address: 'local' }

/** `present`: there is an administrator and nothing was changed. `needed`: there is none and none was given. */
export type AdministratorOutcome = 'present' | 'created' | 'needed'

/** Gives a system without administrators its first one. Two callers at once take turns. */
export async function ensureAdministrator(
  db: Db,
  given: { email: string; passwordHash: string } | null,
): Promise<AdministratorOutcome> {
  return db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    if (await hasAdministrator(tx)) return 'present'
    if (!given) return 'needed'
    const id = await insertUser(tx, { ...given, username: given.email, fullName: 'Administrator', role: 'admin' })
    await audit(tx, bySystem, { action: 'user.created', target: { type: 'user', id } })
    return 'created'
  })
}
