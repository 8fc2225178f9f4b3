import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))
/** Brings the database at `url` to the newest schema. Two callers at once take turns. */
export async function applyMigrations(url) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7266101)')
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}
//# sourceMappingURL=migrations.js.map
