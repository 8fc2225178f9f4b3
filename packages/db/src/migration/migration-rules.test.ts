import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bigTables } from './big-tables.ts'
import { makeOnline } from './generated-migration.ts'
import { findBlocking } from './migration-rules.fixture.ts'
import { readMigrations } from './migrations.ts'
import { listMigrations } from './schema-version.ts'

/** Runs on an empty database, which nobody uses. */
const baseline = '0000_baseline'

const textOf = (tag: string) => readFile(new URL(`../../migrations/${tag}.sql`, import.meta.url), 'utf8')

test('no migration keeps those who use a big table waiting', async () => {
  const tags = listMigrations().map(({ tag }) => tag)
  const later = tags.slice(tags.indexOf(baseline) + 1)
  for (const tag of later) {
    const { sql = [] } = readMigrations()[tags.indexOf(tag)] ?? {}
    const earlier = await Promise.all(tags.slice(0, tags.indexOf(tag)).map(textOf))
    expect({ tag, blocking: await findBlocking(sql, earlier) }).toEqual({ tag, blocking: [] })
  }
})

test.each([
  ['alter table studies add column tab text generated always as (lower(status)) stored', 'rewrites'],
  ['alter table "public"."studies" alter column status set not null', 'looks at every row'],
  ['alter table studies alter column image_count type bigint', 'rewrites'],
  ['alter table studies alter column tab set expression as (lower(status))', 'rewrites'],
  ['alter table reports add constraint positive check (version > 0)', 'looks at every row'],
  ['alter table reports add constraint f foreign key (study_id) references studies (id)', 'looks at every row'],
  ['create index x on studies (status)', 'keeps writers waiting'],
  ['create index concurrently x on studies (status)', 'cannot be run again'],
  ["update studies set status = 'x'", 'all rows at once'],
  ["-- in batches\nupdate studies set status = 'x'", 'all rows at once'],
  ['delete from study_events where id < 7', 'all rows at once'],
  ["do $$ begin update studies set status = 'x'; end $$", 'hides'],
])('%s', async (statement, why) => {
  expect(await findBlocking([statement])).toEqual([expect.stringContaining(why)])
})

test.each([
  'alter table studies add column note text',
  "alter table studies add column note text not null default ''",
  'alter table labs add column code text generated always as (lower(name)) stored',
  'create index concurrently if not exists x on studies (status)',
  'create index x on labs (name)',
  '-- in batches\nupdate studies set note = 1 where id in (select id from studies where note is null limit 1000)',
  'alter table reports add constraint positive check (version > 0) not valid',
  'alter table reports validate constraint positive',
  "update labs set name = 'x'",
])('%s keeps nobody waiting', async (statement) => {
  expect(await findBlocking([statement])).toEqual([])
})

test('not null is cheap where a check was validated before', async () => {
  const earlier = [
    'alter table studies add constraint n check (note is not null) not valid',
    'alter table studies validate constraint n',
  ]
  const statement = 'alter table studies alter column note set not null'
  expect(await findBlocking([statement], earlier)).toEqual([])
  expect(await findBlocking([statement], earlier.slice(0, 1))).not.toEqual([])
})

const index = 'CREATE INDEX "studies_note" ON "studies" USING btree ("note");'
const concurrently = 'create index concurrently if not exists studies_note on studies (note)'

test.each([
  'alter table studies add column note text',
  'alter table labs add constraint positive check (version > 0)',
  'alter table studies drop column note',
  'create table notes (id uuid)',
  'drop index studies_note',
  'create function note() returns text language sql as $$ select null $$',
  "insert into labs (name) values ('x')",
])('%s does not stand beside an index that is built concurrently', async (statement) => {
  expect(await findBlocking([statement, concurrently])).toEqual([expect.stringContaining('cannot be run again')])
})

test.each([
  'alter table studies add column if not exists note text',
  'alter table studies validate constraint positive',
  'create table if not exists notes (id uuid)',
  'drop index concurrently if exists studies_other',
  'create or replace function note() returns text language sql as $$ select null $$',
  'analyze studies',
])('%s may stand beside an index that is built concurrently', async (statement) => {
  expect(await findBlocking([statement, concurrently])).toEqual([])
})

test('a generated migration with an index of a big table is one that keeps nobody waiting and can be run again', async () => {
  const generated = [
    'DROP INDEX "studies_other";',
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY);',
    'ALTER TABLE "studies" ADD COLUMN "note" text;',
    'ALTER TABLE "studies" DROP COLUMN "other";',
    index,
    'CREATE UNIQUE INDEX "labs_note" ON "labs" USING btree ("note");',
  ]
  const statements = makeOnline(generated)
  expect(await findBlocking(statements)).toEqual([])
  expect(statements.at(-1)).toBe('DROP INDEX CONCURRENTLY IF EXISTS "studies_other";')
})

test('a generated migration without one stays as it is, in one transaction', () => {
  const generated = [
    'CREATE TABLE "notes" ("id" uuid PRIMARY KEY);',
    'ALTER TABLE "studies" ADD COLUMN "note" text;',
    'CREATE INDEX "labs_note" ON "labs" USING btree ("note");',
  ]
  expect(makeOnline(generated)).toEqual(generated)
})

test('every big table is one of ours', async () => {
  const all = (await Promise.all(listMigrations().map(({ tag }) => textOf(tag)))).join('\n')
  for (const name of bigTables) expect(all).toMatch(new RegExp(`table (if not exists )?"?${name}"?`, 'i'))
})
