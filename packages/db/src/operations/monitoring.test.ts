import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { appendToOutbox } from '../core/outbox.ts'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { readSystemState } from './monitoring.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test('an empty system has nothing that waits', async () => {
  expect(await readSystemState(database.db)).toEqual({
    outboxRows: 0,
    outboxAge: 0,
    intakeFailures: 0,
    intakeWaiting: 0,
    deadLetters: 0,
    refusals: 0,
    sessions: 0,
    cursor: 0,
    zips: {},
  })
})

test('what waits and what went wrong is counted', async () => {
  const { db, asOwner } = database
  await createCast(db)
  const study = await createStudy(db)
  await db.transaction((tx) => appendToOutbox(tx, [{ kind: 'live', name: 'x', payload: {} }]))
  await asOwner(`update outbox set created_at = now() - interval '90 seconds'`)
  await asOwner(
    `update sessions set expires_at = now() - interval '1 second' where id = (select min(id::text)::uuid from sessions)`,
  )
  await asOwner(`insert into intake_failures (orthanc_id, reason, next_attempt_at) values ('a', 'x', now()), ('b', 'x', now())`)
  await asOwner(
    `insert into intake_failures (orthanc_id, reason, next_attempt_at, unknown_ae_title) values ('c', 'x', now(), 'CT')`,
  )
  await asOwner(
    `insert into zips (study_id, generation, state) values ('${study.id}', 1, 'failed'), ('${study.id}', 2, 'queued')`,
  )
  const { outboxAge, ...counts } = await readSystemState(db)
  expect(counts).toMatchObject({
    outboxRows: 1,
    intakeFailures: 2,
    intakeWaiting: 1,
    sessions: 4,
    zips: { failed: 1, queued: 1 },
  })
  expect(outboxAge).toBeGreaterThanOrEqual(90)
})
