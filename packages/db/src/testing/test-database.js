import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openDatabase } from '../client.js'
import { applyMigrations } from '../migrations.js'

const journal = fileURLToPath(new URL('../../migrations/meta/_journal.json', import.meta.url))
async function asAdmin(adminUrl, work) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
function urlOf(adminUrl, database) {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}
async function prepareTemplate(adminUrl, client) {
  const template = `readroom_template_${createHash('sha256')
    .update(await readFile(journal))
    .digest('hex')
    .slice(0, 12)}`
  await client.query('select pg_advisory_lock(7266102)')
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount === 0) {
    await client.query(`create database ${template}_new`)
    await applyMigrations(urlOf(adminUrl, `${template}_new`))
    await client.query(`alter database ${template}_new rename to ${template}`)
  }
  await client.query('select pg_advisory_unlock(7266102)')
  return template
}
/** A migrated database of its own for one test file, copied from a template on the server at `adminUrl`. */
export async function createTestDatabase(adminUrl) {
  const name = `readroom_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(adminUrl, async (client) => {
    const template = await prepareTemplate(adminUrl, client)
    await client.query(`create database ${name} template ${template}`)
  })
  const url = urlOf(adminUrl, name)
  const database = openDatabase(url, { max: 5, onError: () => {} })
  const drop = async () => {
    await database.close()
    await asAdmin(adminUrl, (client) => client.query(`drop database ${name} with (force)`))
  }
  return { ...database, url, asOwner: (statement) => asAdmin(url, (client) => client.query(statement)), drop }
}
//# sourceMappingURL=test-database.js.map
