import { createHash } from 'node:crypto'
import { applyMigrations, readMigrations } from '@readroom/db/migration/migrations'
import { createDatabase } from '@readroom/local/services/postgres'
import pg from 'pg'
import { z } from 'zod'
import { fourYears, growingYears } from '../worklist/worklist-data.ts'

const Names = z.array(z.object({ datname: z.string() }))
const Indexes = z.array(z.object({ indexname: z.string(), indexdef: z.string() }))

/** Fills the database, and builds its indexes afterwards, which is many times faster. One connection: the data's helpers are temporary tables. */
async function fill(client: pg.Client, statements: string[]): Promise<void> {
  const { rows } = await client.query(`select indexname, indexdef from pg_indexes
    where tablename in ('studies', 'assignments', 'series', 'study_events', 'reports') and indexname not in ('studies_study_instance_uid')
      and indexdef not like 'CREATE UNIQUE%'`)
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

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Changes with every migration. Migrations of another branch can have the same numbers. */
function schemaHash(): string {
  const hashes = readMigrations().map(({ hash }) => hash)
  return shortHash(hashes.join())
}

/** `kind`: what the names of its older templates begin with. */
type Template = { kind: string; name: string; statements: string[] }

/** Studies are as old as seconds before they were made, so that "today" has some: a database of another day will not do. */
function templateOfToday(studies: number): Template {
  const statements = fourYears(studies)
  const day = new Date().toISOString().slice(0, 10)
  const name = `filled_${studies}_${shortHash(`${day} ${schemaHash()} ${statements.join()}`)}`
  return { kind: `filled_${studies}_`, name, statements }
}

/** Kept from day to day: measurements ask for the days before its newest study. Made anew if the schema or the statements have changed. */
function growthTemplate(studies: number): Template {
  const statements = growingYears(studies)
  const name = `growth_${studies}_${shortHash(`${schemaHash()} ${statements.join()}`)}`
  return { kind: `growth_${studies}_`, name, statements }
}

async function listDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query('select datname from pg_database')
  return Names.parse(rows).map(({ datname }) => datname)
}

/** Makes the database that others are copied from, unless there is one; older ones of its kind go. */
async function prepareTemplate(postgresUrl: string, { kind, name, statements }: Template): Promise<void> {
  const exists = await onDatabase(postgresUrl, async (client) => {
    const names = await listDatabases(client)
    const old = names.filter((found) => found === 'filling' || (found.startsWith(kind) && found !== name))
    for (const found of old) await client.query(`drop database ${found}`)
    return names.includes(name)
  })
  if (exists) return
  const started = performance.now()
  const url = await createDatabase(postgresUrl, 'filling')
  await applyMigrations(url)
  await onDatabase(url, (client) => fill(client, statements))
  await onDatabase(postgresUrl, (client) => client.query(`alter database filling rename to ${name}`))
  console.log(`Prepared ${name} in ${Math.round((performance.now() - started) / 1000)} s.`)
}

/** Replaces the database `name` by a copy. Returns its URL. */
async function copyTemplate(postgresUrl: string, template: string, name: string): Promise<string> {
  await onDatabase(postgresUrl, async (client) => {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const url = await createDatabase(postgresUrl, name)
  await applyMigrations(url)
  await onDatabase(url, (client) => client.query('analyze'))
  return url
}

/** The URL of a database of its own with so many studies of four years, at the newest schema. The first of a day takes minutes to make. */
export async function createBenchDatabase(postgresUrl: string, studies: number): Promise<string> {
  if (studies === 0) return copyTemplate(postgresUrl, 'template0', 'bench')
  const template = templateOfToday(studies)
  await prepareTemplate(postgresUrl, template)
  return copyTemplate(postgresUrl, template.name, 'bench')
}

/** Returns true if a measurement before made the database of `openGrowthDatabase`. */
export async function isGrowthDatabasePrepared(postgresUrl: string, studies: number): Promise<boolean> {
  const names = await onDatabase(postgresUrl, listDatabases)
  return names.includes(growthTemplate(studies).name)
}

/**
 * The URL of the database with so many studies of as many years as they take. The first of a schema takes minutes for each million. It is not copied,
 * which would take twice the room: what a measurement writes stays.
 */
export async function openGrowthDatabase(postgresUrl: string, studies: number): Promise<string> {
  const template = growthTemplate(studies)
  await prepareTemplate(postgresUrl, template)
  const url = await createDatabase(postgresUrl, template.name)
  await applyMigrations(url)
  return url
}
