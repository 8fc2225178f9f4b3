import { type OpenDb, openDatabase } from '@readroom/db/core/client'
import { ensureAdministrator } from '@readroom/domain/access/first-accounts'
import { hashPassword } from '@readroom/domain/access/password-hashes'
import { ensureSystemTemplates } from '@readroom/domain/reading/library/first-templates'
import { readAdministratorConfig } from '../core/config.ts'
import { OperatorError } from '../core/operator-error.ts'

/** Creates the first administrator of an empty system. Throws if the environment names none. */
async function ensureFirst(
  db: OpenDb,
  { email, password }: { email?: string | undefined; password?: string | undefined },
): Promise<void> {
  const account = email && password ? { email, passwordHash: await hashPassword(password) } : null
  const outcome = await ensureAdministrator(db, account)
  if (outcome === 'created') console.log('Administrator account created')
  if (outcome === 'needed')
    throw new OperatorError('An empty system needs an administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
}

/**
 * Gives an empty system its report templates and its first administrator. Runs before the API. Changes nothing if they exist, and makes no
 * administrator for the demo, which makes its own.
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
