import { openDatabase } from '@readroom/db/client'
import { ensureAdministrator } from '@readroom/domain/first-accounts'
import { ensureSystemTemplates } from '@readroom/domain/first-templates'
import { readAdministratorConfig } from './config.ts'
import { hashPassword } from './security/passwords.ts'

/** Gives an empty system its first administrator and its templates of reports. Run before the API; changes nothing where they are. */
const { DATABASE_URL, READROOM_DEMO, READROOM_ADMIN_EMAIL: email, READROOM_ADMIN_PASSWORD: password } = readAdministratorConfig()

const { db, close } = openDatabase(DATABASE_URL, { max: 1, onError: () => {} })
await ensureSystemTemplates(db)
if (READROOM_DEMO === 'off') {
  const account = email && password ? { email, passwordHash: await hashPassword(password) } : null
  const outcome = await ensureAdministrator(db, account)
  if (outcome === 'created') console.log('The administrator has an account now')
  if (outcome === 'needed') {
    console.error('An empty system needs its administrator: set READROOM_ADMIN_EMAIL and READROOM_ADMIN_PASSWORD')
    process.exitCode = 1
  }
}
await close()
