import { openDatabase } from '@readroom/db/client'
import { ensureAdministrator } from '@readroom/domain/first-accounts'
import { readAdministratorConfig } from '../config.ts'
import { hashPassword } from '../security/passwords.ts'
import { OperatorError } from './operator-error.ts'

/** Gives an empty system its first administrator. Run before the API; changes nothing where there is one, and where the demo makes its own. */
export async function createAdministrator(): Promise<void> {
  const {
    DATABASE_URL,
    READROOM_DEMO,
    READROOM_ADMIN_EMAIL: email,
    READROOM_ADMIN_PASSWORD: password,
  } = readAdministratorConfig()
  if (READROOM_DEMO === 'on') return
  const { db, close } = openDatabase(DATABASE_URL, { max: 1, onError: () => {} })
  const account = email && password ? { email, passwordHash: await hashPassword(password) } : null
  const outcome = await ensureAdministrator(db, account).finally(close)
  if (outcome === 'created') console.log('The administrator has an account now')
  if (outcome === 'needed')
    throw new OperatorError('An empty system needs its administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
}
