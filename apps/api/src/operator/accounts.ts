import { type Db, openDatabase } from '@readroom/db/client'
import { ensureAdministrator } from '@readroom/domain/first-accounts'
import { ensureSystemTemplates } from '@readroom/domain/reading-library/first-templates'
import { readAdministratorConfig } from '../config.ts'
import { hashPassword } from '../security/passwords.ts'
import { OperatorError } from './operator-error.ts'

/** Throws where an empty system is given no administrator. */
async function ensureFirst(
  db: Db,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const account = email && password ? { email, passwordHash: await hashPassword(password) } : null
  const outcome = await ensureAdministrator(db, account)
  if (outcome === 'created') console.log('The administrator has an account now')
  if (outcome === 'needed')
    throw new OperatorError('An empty system needs its administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
}

/**
 * Gives an empty system its templates of reports and its first administrator. Run before the API; changes nothing where they are, and makes no
 * administrator where the demo makes its own.
 */
export async function createAdministrator(): Promise<void> {
  const {
    DATABASE_URL,
    READROOM_DEMO,
    READROOM_ADMIN_EMAIL: email,
    READROOM_ADMIN_PASSWORD: password,
  } = readAdministratorConfig()
  const { db, close } = openDatabase(DATABASE_URL, { max: 1, onError: () => {} })
  try {
    await ensureSystemTemplates(db)
    if (READROOM_DEMO === 'off') await ensureFirst(db, { email, password })
  } finally {
    await close()
  }
}
