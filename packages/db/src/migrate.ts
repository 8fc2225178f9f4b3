import { z } from 'zod'
import { applyMigrations } from './migrations.ts'

const { DATABASE_URL } = z.object({ DATABASE_URL: z.url() }).parse(process.env)
await applyMigrations(DATABASE_URL)
