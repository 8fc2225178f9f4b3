import type {} from '@readroom/local/suites/vitest-services'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { asOwner } from '../core/owner.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { applyMigrations, readMigrations } from './migrations.ts'
import { readPrograms } from './programs.ts'
import { isSchemaOlder } from './schema-version.ts'

const text = readPrograms().join('\n')
const namesIn = (kind: RegExp) => [...text.matchAll(kind)].map(([, name = '']) => name).sort()
const functions = namesIn(/^create or replace function (\w+)/gm)
const triggers = namesIn(/^create (?:or replace|constraint) trigger (\w+)/gm)

/** A migration behind all of them. */
const made = (...sql: string[]) => ({ sql, hash: sql.join(), folderMillis: 8_000_000_000_000 })

const changed = (from: string, to: string) => {
  const programs = readPrograms().map((statement) => statement.replace(from, to))
  expect(programs).not.toEqual(readPrograms())
  return programs
}

describe('functions and triggers', () => {
  let database: TestDatabase
  let url: string
  beforeEach(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    url = database.url
  })
  afterEach(() => database.drop())

  const ask = async (statement: string) => (await database.asOwner(statement)).rows
  const Names = z.array(z.object({ name: z.string() }))
  const names = async (statement: string) =>
    Names.parse(await ask(statement))
      .map((row) => row.name)
      .sort()
  const sourceOf = (of: string) => names(`select prosrc as name from pg_proc where proname = '${of}'`)
  const triggersOf = (table: string) =>
    names(`select tgname as name from pg_trigger where tgrelid = '${table}'::regclass and not tgisinternal`)
  const isOlder = () => isSchemaOlder(database.db)

  it('are all in `programs`, except functions that compute stored columns', async () => {
    expect(await names('select tgname as name from pg_trigger where not tgisinternal')).toEqual(triggers)
    const own = `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`
    const stored = `and exists (select from pg_depend where refobjid = p.oid and classid in ('pg_attrdef'::regclass, 'pg_class'::regclass))`
    const computing = await names(`${own} ${stored}`)
    expect(computing).toEqual(['doctor_keys', 'fold_text', 'search_grams'])
    expect(await names(own)).toEqual([...functions, ...computing].sort())
  })

  it('that changed are applied without a new migration, and a process of their version is not ready before', async () => {
    await applyMigrations(url, {
      programs: changed('of % are never changed or removed', 'of % stay').map((statement) =>
        statement.replace('of name, preliminary_visible', 'of name'),
      ),
    })
    expect(await sourceOf('refuse_change')).toEqual([expect.stringContaining('rows of % stay')])
    const [definition] = await names(`select pg_get_triggerdef(oid) as name from pg_trigger where tgname = 'labs_noted'`)
    expect(definition).toContain('UPDATE OF name ON')
    expect(await isOlder()).toBe(false)
    await database.asOwner('delete from drizzle.__programs where id = 1')
    expect(await isOlder()).toBe(true)
    await applyMigrations(url)
    expect(await isOlder()).toBe(false)
    expect(await sourceOf('refuse_change')).toEqual([expect.stringContaining('never changed or removed')])
  })

  it('that a migration removed with their table come back, and so does a constraint trigger', async () => {
    const before = [await triggersOf('zips'), await triggersOf('audit_log')]
    const drop = made(
      'drop trigger zips_noted on zips',
      'drop trigger audit_log_chain on audit_log',
      'drop function note_row_of_study cascade',
    )
    await applyMigrations(url, { migrations: [...readMigrations(), drop] })
    expect([await triggersOf('zips'), await triggersOf('audit_log')]).toEqual(before)
  })

  it('that did not change keep nobody waiting, not even behind a long transaction', async () => {
    await asOwner(url, async (_, long) => {
      await long.query('begin')
      await long.query('lock table studies, audit_log, study_events in row exclusive mode')
      const retries: number[] = []
      await applyMigrations(url, {
        lockMs: 100,
        onRetry: () => void retries.push(1),
        migrations: [...readMigrations(), made('create table later (id int)')],
      })
      expect(retries).toEqual([])
    })
  })

  it('are left as they are by an older version', async () => {
    await applyMigrations(url, {
      migrations: [...readMigrations(), made('create table later (id int)')],
      programs: changed('of % are never changed or removed', 'of % stay'),
    })
    await applyMigrations(url)
    expect(await sourceOf('refuse_change')).toEqual([expect.stringContaining('rows of % stay')])
    expect(await isOlder()).toBe(false)
  })

  it('are applied as a whole or not at all', async () => {
    const broken = [...changed('of % are never changed or removed', 'of % stay'), 'select 1 / 0']
    await expect(applyMigrations(url, { programs: broken })).rejects.toThrow('division by zero')
    expect(await sourceOf('refuse_change')).toEqual([expect.stringContaining('never changed or removed')])
  })

  it('can be applied by several at once', async () => {
    const programs = changed('of % are never changed or removed', 'of % stay')
    await Promise.all([1, 2, 3].map(() => applyMigrations(url, { programs })))
    expect(await ask('select count(*)::int from drizzle.__programs')).toEqual([{ count: 2 }])
  })
})
