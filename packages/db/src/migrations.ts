import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { advisoryLocks } from './advisory-locks.ts'
import { ensureApplicationRole, grantApplicationRights } from './application-role.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** Brings the database at `url` to the newest schema, and the application's role and rights to it, also on a server it was restored to. Two callers at once take turns. */
export async function applyMigrations(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations])
    await ensureApplicationRole(client)
    await migrate(drizzle(client), { migrationsFolder })
    await grantApplicationRights(client)
  } finally {
    await client.end()
  }
}
