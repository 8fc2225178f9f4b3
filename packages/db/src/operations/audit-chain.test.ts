import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { audit } from '../core/audit.ts'
import { openDatabase } from '../core/client.ts'
import { createActor, createUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type AuditHead, verifyAuditChain } from './audit-chain.ts'

const ENTRIES = 7
const nobody = { userId: null, address: 'local' }

let database: TestDatabase
let good: AuditHead

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  const { db } = database
  const actor = await createActor(db, await createUser(db, 'admin'))
  const odd = { name: 'Zoë "Ω" \\ 😀\n', deep: [{ b: 1, a: null }, 1.5, true] }
  await audit(db, actor, { action: 'user.created', target: { type: 'user', id: actor.userId }, details: odd })
  await db.transaction(async (tx) => {
    for (const action of ['login.failed', 'login.delayed', 'login.failed'] as const) await audit(tx, nobody, { action })
  })
  for (const action of ['login.succeeded', 'images.opened', 'logout'] as const)
    await audit(db, { ...nobody, userId: actor.userId }, { action })
  good = (await verifyAuditChain(db, [])).head
})
afterAll(() => database.drop())

class Undone extends Error {}

/** Returns the fault that the verification finds after tampering with all rights of the database. The tampering is undone afterwards. */
async function afterTampering(statements: string[], noted: AuditHead | null = null): Promise<string | null> {
  let fault: string | null = null
  const tampering = database.db.transaction(async (tx) => {
    await tx.execute(sql`set local role none`)
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const statement of statements) await tx.execute(sql.raw(statement))
    fault = (await verifyAuditChain(tx, noted ? [noted] : [], 2)).fault
    throw new Undone()
  })
  await expect(tampering).rejects.toThrow(Undone)
  return fault
}

/** The attack of somebody who knows how the chain is made. */
const rebuildChain = `do $$
  declare entry audit_log; last text := ''; n bigint := 0;
  begin
    delete from audit_chain;
    for entry in select * from audit_log order by id loop
      n := n + 1;
      last := encode(sha256(convert_to(last || audit_entry_text(entry), 'UTF8')), 'hex');
      insert into audit_chain (seq, audit_id, hash) values (n, entry.id, last);
    end loop;
  end $$`

test.each([1, 3, 1_000])('an untouched log is intact, read %i at a time', async (batch) => {
  const verified = await verifyAuditChain(database.db, [good], batch)
  expect(verified).toEqual({
    entries: ENTRIES,
    head: { seq: ENTRIES, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    fault: null,
    faultyEntry: null,
  })
})

test('an empty log is intact', async () => {
  expect(await afterTampering(['delete from audit_chain', 'delete from audit_log'])).toBeNull()
})

test.each([
  ['a changed action', ["update audit_log set action = 'x' where id = 3"], 'link 3 does not fit entry 3'],
  ['a changed detail', [`update audit_log set details = details || '{"deep": []}' where id = 1`], 'link 1 does not fit entry 1'],
  ['a changed time', ["update audit_log set at = at + interval '1 ms' where id = 5"], 'link 5 does not fit entry 5'],
  ['a changed hash', ["update audit_chain set hash = repeat('0', 64) where seq = 4"], 'link 4 does not fit entry 4'],
  ['a removed entry', ['delete from audit_log where id = 4'], 'link 4 stands for entry 4, which is no longer in the log'],
  ['a removed link', ['delete from audit_chain where seq = 2'], 'link 2 is missing: link 3 follows link 1'],
  ['the first one gone', ['delete from audit_chain where seq = 1', 'delete from audit_log where id = 1'], 'link 1 is missing'],
  ['a cut chain', ['delete from audit_chain where seq > 5'], 'entry 6 is not in the chain'],
  ['an entry without a link', ["insert into audit_log (action) values ('x')"], 'is not in the chain'],
  [
    'two entries that changed places',
    [
      'update audit_chain set audit_id = -1 where seq = 2',
      'update audit_chain set audit_id = 2 where seq = 3',
      'update audit_chain set audit_id = 3 where seq = 2',
    ],
    'link 2 does not fit entry 3',
  ],
])('%s is found', async (_, statements, fault) => {
  expect(await afterTampering(statements)).toContain(fault)
})

test('a log that was cut off fits together, and shows only against a head noted earlier', async () => {
  const cut = ['delete from audit_chain where seq > 5', 'delete from audit_log where id > 5']
  expect(await afterTampering(cut)).toBeNull()
  expect(await afterTampering(cut, good)).toBe('the log ends at 5, before the noted head 7')
})

test('a log that was changed and rebuilt fits together, and shows only against a head noted earlier', async () => {
  const rebuilt = ["update audit_log set action = 'x' where id = 3", rebuildChain]
  expect(await afterTampering(rebuilt)).toBeNull()
  expect(await afterTampering(rebuilt, good)).toContain('the log was rebuilt')
  expect(await afterTampering([rebuildChain], good)).toBeNull()
})

test('the function of the database is not trusted', async () => {
  const replaced = `create or replace function audit_entry_text(entry audit_log) returns text language sql stable as $$ select 'x' $$`
  expect(await afterTampering([replaced, rebuildChain])).toContain('link 1 does not fit entry 1')
})

test('forty transactions at once, some rolled back, leave an intact chain', async () => {
  const own = await createTestDatabase(inject('databaseUrl'))
  const { db, close } = openDatabase(own.url, { max: 20, onError: () => {} })
  const write = (number: number) =>
    db.transaction(async (tx) => {
      await audit(tx, nobody, { action: 'study.opened', details: { first: number } })
      await audit(tx, nobody, { action: 'study.opened', details: { second: number } })
      if (number % 4 === 0) throw new Undone()
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => write(number)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  expect(await verifyAuditChain(db, [])).toMatchObject({ entries: 60, fault: null })
  await close()
  await own.drop()
})
