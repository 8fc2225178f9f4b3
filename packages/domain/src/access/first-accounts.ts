import { audit } from '@readroom/db/core/audit'
import type { OpenDb } from '@readroom/db/core/client'
import { hasAdministrator, lockFirstAccounts } from '@readroom/db/core/seed'
import { insertUser } from '@readroom/db/people/users'

/** The audit log's actor for changes that the system makes by itself. */
export const bySystem = { userId: null, address: 'local' }

/** `present`: there is an administrator and nothing was changed. `needed`: there is none and none was given. */
export type AdministratorOutcome = 'present' | 'created' | 'needed'

/** Gives a system without administrators its first one. Two callers at once take turns. */
export async function ensureAdministrator(
  db: OpenDb,
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
