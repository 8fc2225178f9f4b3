import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { z } from 'zod'
import { advisoryLocks } from './advisory-locks.ts'
import { ensureApplicationRole, grantApplicationRights } from './application-role.ts'

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

const Journal = z.looseObject({ entries: z.array(z.looseObject({ when: z.int() })) })

/** When each migration that this program knows was made, in milliseconds: a schema goes by the newest that it has. */
export async function listSchemas(): Promise<number[]> {
  const journal = Journal.parse(JSON.parse(await readFile(join(migrationsFolder, 'meta', '_journal.json'), 'utf8')))
  return journal.entries.map(({ when }) => when)
}

/** The newest migration that a database has, as `listSchemas` names it; null where it has none. */
export async function readSchema(client: pg.ClientBase): Promise<number | null> {
  const { rows } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`)
  if (!z.tuple([z.object({ isThere: z.boolean() })]).parse(rows)[0].isThere) return null
  const found = await client.query('select max(created_at) as newest from drizzle.__drizzle_migrations')
  return z.tuple([z.object({ newest: z.coerce.number() })]).parse(found.rows)[0].newest
}

/** Does the work with a folder of the migrations up to the one of `schema`. */
async function withMigrationsUntil(schema: number, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'readroom-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const file = join(folder, 'meta', '_journal.json')
    const journal = Journal.parse(JSON.parse(await readFile(file, 'utf8')))
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.filter(({ when }) => when <= schema) }))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Brings the database at `url` to the newest schema, and the application's role and rights to it, also on a server it was restored to. Two callers at once take turns. */
export async function applyMigrations(url: string): Promise<void> {
  await applyFrom(url, migrationsFolder)
}

/** The same for an older schema, one that `listSchemas` names. */
export async function applyMigrationsUntil(url: string, schema: number): Promise<void> {
  await withMigrationsUntil(schema, (folder) => applyFrom(url, folder))
}

async function applyFrom(url: string, migrationsFolder: string): Promise<void> {
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
