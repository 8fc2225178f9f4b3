import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { auditLog } from '../core/audit.schema.ts'
import { insertStudyEvents } from '../studies/study-events.ts'
import { createStudy, createUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

describe('database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
  })
  afterAll(() => database.drop())

  it('has an index that begins with every foreign key', async () => {
    const { rows } = await database.pool.query(`
      select c.conrelid::regclass::text || '.' || a.attname as unindexed
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`)
    expect(rows).toEqual([])
  })

  async function fillLogs(): Promise<void> {
    const user = await createUser(database.db, 'admin')
    await database.db.insert(auditLog).values({ actorUserId: user.id, action: 'test' })
    const study = await createStudy(database.db)
    const change = { fromStatus: null, toStatus: study.status, actorUserId: null, reason: null, details: {} }
    await database.db.transaction((tx) => insertStudyEvents(tx, [{ studyId: study.id, event: 'settled', ...change }]))
  }

  it.each([
    'delete from audit_log',
    "update audit_log set action = 'x'",
    'truncate audit_log, audit_chain',
    'alter table audit_log disable trigger all',
    'delete from audit_chain',
    "update audit_chain set hash = 'x'",
    "insert into audit_chain (seq, audit_id, hash) values (1000, 1000, 'x')",
    'alter table audit_chain disable trigger all',
    'delete from study_events',
    "update study_events set event = 'x'",
    'truncate study_events',
    'alter table study_events disable trigger all',
    'delete from privacy_actions',
  ])('gives the application no right to: %s', async (statement) => {
    await fillLogs()
    await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it.each([
    'delete from audit_log',
    "update audit_log set action = 'x'",
    'truncate audit_log, audit_chain',
    'delete from audit_chain',
    "update audit_chain set hash = 'x'",
    'delete from study_events',
    "update study_events set event = 'x'",
    'truncate study_events',
  ])('refuses even its owner to: %s', async (statement) => {
    await fillLogs()
    const asOwner = database.db.transaction(async (tx) => {
      await tx.execute(sql`set local role none`)
      await tx.execute(sql.raw(statement))
    })
    await expect(asOwner).rejects.toMatchObject({ cause: { message: expect.stringContaining('never changed or removed') } })
  })

  it('refuses a status, a role and a priority that the contract does not know', async () => {
    const user = await createUser(database.db, 'admin')
    const study = await createStudy(database.db)
    const changes = [
      [`update studies set status = 'lost' where id = $1`, study.id],
      [`update studies set priority = 'SOON' where id = $1`, study.id],
      [`update users set role = 'doctor' where id = $1`, user.id],
    ] as const
    for (const [statement, id] of changes) {
      await expect(database.pool.query(statement, [id])).rejects.toThrow(/violates (check|not-null) constraint/)
    }
  })
})
