import { readConfig } from './config.ts'
import { applyMigrations } from './migrations.ts'

await applyMigrations(readConfig().DATABASE_URL)
