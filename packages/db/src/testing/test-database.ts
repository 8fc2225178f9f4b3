import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { advisoryLocks } from '../core/advisory-locks.ts'
import { type Database, openDatabase } from '../core/client.ts'
import { applyMigrations, readMigrations } from '../migration/migrations.ts'
import { digestPrograms, readPrograms } from '../migration/programs.ts'

/** A busy machine is no reason for a test to fail. */
const connectMs = 60_000

/** Changes with every migration, function and trigger. */
const schemaDigest = createHash('sha256')
  .update([...readMigrations().map(({ hash }) => hash), digestPrograms(readPrograms())].join())
  .digest('hex')

export type TestDatabase = Database & {
  url: string
  /** Runs a statement as the database's owner, past the rights of the application. */
  asOwner: (statement: string) => Promise<pg.QueryResult>
  drop: () => Promise<void>
}

async function asAdmin<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function prepareTemplate(adminUrl: string, client: pg.Client): Promise<string> {
  const template = `readroom_template_${schemaDigest.slice(0, 12)}`
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.testTemplate])
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await client.query(`create database ${template}_new`)
    await applyMigrations(urlOf(adminUrl, `${template}_new`))
    await client.query(`alter database ${template}_new rename to ${template}`)
  }
  await client.query('select pg_advisory_unlock($1)', [advisoryLocks.testTemplate])
  return template
}

/** A migrated database of its own for one test file, copied from a template on the server at `adminUrl`. */
export async function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  const name = `readroom_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, async (client) => {
    const template = await prepareTemplate(adminUrl, client)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = urlOf(adminUrl, name)
  const database = openDatabase(url, { max: 5, connectMs, onError: () => {} })
  const drop = async () => {
    await database.close()
    await asAdmin(adminUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
  return { ...database, url, asOwner: (statement) => asAdmin(url, (client) => client.query(statement)), drop }
}
