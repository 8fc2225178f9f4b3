import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type {} from '@readroom/local/suites/vitest-services'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Every table of the sources' schema. */
async function schemaTables() {
  const files = globSync('src/**/*.schema.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file))))
  const exported: unknown[] = modules.flatMap((module) => Object.values(module))
  return exported.filter((value) => is(value, PgTable)).map((table) => getTableConfig(table))
}
type Table = Awaited<ReturnType<typeof schemaTables>>[number]

/** As PostgreSQL writes a type. */
const typeOf = (declared: string) => declared.replace('bigserial', 'bigint').replace('timestamp (', 'timestamp(')

const columnsOf = ({ name, columns }: Table) =>
  columns.map((column) => `${name}.${column.name} ${typeOf(column.getSQLType())}${column.notNull ? ' not null' : ''}`)

const indexesOf = ({ name, indexes }: Table) =>
  indexes.map(({ config }) => {
    const kind = `${config.unique ? 'unique ' : ''}${config.method ?? 'btree'}(${config.columns.length})`
    return `${name}: ${config.name} ${kind}${config.where ? ' where' : ''}`
  })

const constraintsOf = (table: Table) => [
  ...table.checks.map(({ name }) => `${table.name}: check ${name}`),
  ...table.foreignKeys.map((key) => `${table.name}: foreign key ${key.getName()}`),
  ...table.uniqueConstraints.map((constraint) => `${table.name}: unique ${constraint.getName()}`),
  ...table.columns.flatMap((column) => (column.isUnique ? [`${table.name}: unique ${column.uniqueName}`] : [])),
]

describe('the schema in the sources', () => {
  let database: TestDatabase
  let tables: Table[]
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    tables = await schemaTables()
  })
  afterAll(() => database.drop())

  const Lines = z.array(z.object({ line: z.string() }))
  const linesOf = async (query: string) =>
    Lines.parse((await database.pool.query(query)).rows)
      .map(({ line }) => line)
      .sort()

  it('is what the newest snapshot says: no migration is left to generate', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'readroom-migrations-'))
    await cp(join(root, 'migrations'), dir, { recursive: true })
    // The program takes every path for one below its own folder, and a failure of its for success.
    const args = [
      'drizzle-kit',
      'generate',
      '--dialect',
      'postgresql',
      '--schema',
      './src/**/*.schema.ts',
      '--out',
      relative(root, dir),
    ]
    const env = { ...process.env, NODE_OPTIONS: '--conditions=source' }
    const { stdout } = await promisify(execFile)('npx', args, { cwd: root, env })
    await rm(dir, { recursive: true })
    expect(stdout).toContain('No schema changes')
  })

  it('has the columns of the migrated database', async () => {
    const found = await linesOf(`
      select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`)
    expect(found).toEqual(tables.flatMap(columnsOf).sort())
  })

  it('has its indexes', async () => {
    const found = await linesOf(`
      select c.relname || ': ' || i.relname || ' ' || case when x.indisunique then 'unique ' else '' end || m.amname || '(' || x.indnkeyatts || ')'
        || case when x.indpred is null then '' else ' where' end as line
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_am m on m.oid = i.relam
      where c.relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint k where k.conindid = x.indexrelid)`)
    expect(found).toEqual(tables.flatMap(indexesOf).sort())
  })

  it('has its constraints', async () => {
    const found = await linesOf(`
      select conrelid::regclass::text || ': ' || case contype when 'c' then 'check ' when 'f' then 'foreign key ' else 'unique ' end || conname as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u') and conrelid <> 0`)
    expect(found).toEqual(tables.flatMap(constraintsOf).sort())
  })
})
