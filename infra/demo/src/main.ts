import { openDatabase, withoutStatement } from '@readroom/db/core/client'
import { readConfig } from './config.ts'
import { loadDemo } from './load-demo.ts'

/** Loads the demo into a new system. Changes nothing on later starts. */
async function main(): Promise<void> {
  const config = readConfig()
  if (config.READROOM_DEMO === 'off') return
  const { db, close } = openDatabase(config.DATABASE_URL, { max: 2, onError: () => {} })
  try {
    await loadDemo(db, config, console.log)
  } finally {
    await close()
  }
}

try {
  await main()
} catch (error) {
  const shown = withoutStatement(error)
  console.error(shown instanceof Error ? shown.message : shown)
  process.exitCode = 1
}
