import { createHash } from 'node:crypto'
import { applyMigrations } from '@readroom/db/migrations'
import { createDatabase } from '@readroom/local/postgres'
import pg from 'pg'
import { z } from 'zod'
import { fillStatements } from './worklist-data.ts'

const Names = z.array(z.object({ datname: z.string() }))
const Indexes = z.array(z.object({ indexname: z.string(), indexdef: z.string() }))

/** Fills the database, and builds its indexes afterwards, which is many times faster. One connection: the data's helpers are temporary tables. */
async function fill(client: pg.Client, statements: string[]): Promise<void> {
  const { rows } = await client.query(`select indexname, indexdef from pg_indexes
    where tablename in ('studies', 'assignments') and indexname not in ('studies_study_instance_uid') and indexdef not like 'CREATE UNIQUE%'`)
  const indexes = Indexes.parse(rows)
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  for (const statement of statements) await client.query(statement)
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze')
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes the database that others are copied from, unless there is one; what was made of other statements or on another day goes. */
async function prepareTemplate(postgresUrl: string, kind: string, statements: string[]): Promise<string> {
  // Studies are as old as seconds before they were made, so that "today" has some: a database of another day will not do.
  const day = new Date().toISOString().slice(0, 10)
  const template = `${kind}_${createHash('sha256').update(`${day} ${statements.join()}`).digest('hex').slice(0, 16)}`
  const exists = await onDatabase(postgresUrl, async (client) => {
    const names = Names.parse((await client.query('select datname from pg_database')).rows).map(({ datname }) => datname)
    const old = names.filter((name) => name === 'filling' || (name.startsWith(`${kind}_`) && name !== template))
    for (const name of old) await client.query(`drop database ${name}`)
    return names.includes(template)
  })
  if (exists) return template
  const url = await createDatabase(postgresUrl, 'filling')
  await applyMigrations(url)
  await onDatabase(url, (client) => fill(client, statements))
  await onDatabase(postgresUrl, (client) => client.query(`alter database filling rename to ${template}`))
  return template
}

/** The URL of a database of its own with so many studies of worklist-data.ts, at the newest schema. The first of a day takes minutes to make. */
export async function createBenchDatabase(postgresUrl: string, studies: number): Promise<string> {
  const template = studies > 0 ? await prepareTemplate(postgresUrl, `filled_${studies}`, fillStatements(studies)) : 'template0'
  await onDatabase(postgresUrl, async (client) => {
    await client.query('drop database if exists bench')
    await client.query(`create database bench template ${template} strategy file_copy`)
  })
  const url = await createDatabase(postgresUrl, 'bench')
  await applyMigrations(url)
  await onDatabase(url, (client) => client.query('analyze'))
  return url
}
