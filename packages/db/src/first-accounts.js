import { audit } from './audit.js'
import { hasAdministrator, lockFirstAccounts } from './queries/seed.js'
import { insertUser } from './queries/users.js'
/** What the audit log names as the place of changes that the system makes by itself. */
export const bySystem = { userId: null, address: 'local' }
/** Gives a system without administrators its first one. Two callers at once take turns. */
export async function ensureAdministrator(db, given) {
  return db.transaction(async (tx) => {
    await lockFirstAccounts(tx)
    if (await hasAdministrator(tx)) return 'present'
    if (!given) return 'needed'
    const id = await insertUser(tx, { ...given, username: given.email, fullName: 'Administrator', role: 'admin' })
    await audit(tx, bySystem, { action: 'user.created', target: { type: 'user', id } })
    return 'created'
  })
}
//# sourceMappingURL=first-accounts.js.map
