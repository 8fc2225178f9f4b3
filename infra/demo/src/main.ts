import { openDatabase } from '@readroom/db/client'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { readConfig } from './config.ts'
import { ensureAdministrator } from './first-accounts.ts'
import { loadDemo } from './load-demo.ts'

/** Gives a new system what it starts with: the demo, or its one administrator. Changes nothing on later starts. */
async function main(): Promise<void> {
  const config = readConfig()
  const { db, close } = openDatabase(config.DATABASE_URL, { max: 2, onError: () => {} })
  try {
    if (config.READROOM_DEMO === 'on') await loadDemo(db, config, console.log)
    else if (await ensureAdministrator(db, config.administrator)) console.log('The administrator has an account now')
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  // A query's own message holds its values.
  const shown = error instanceof DrizzleQueryError ? error.cause : error
  console.error(shown instanceof Error ? shown.message : shown)
  process.exitCode = 1
}
