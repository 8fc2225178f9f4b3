import { lockStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { transition } from '@readroom/domain/studies/transition'
import type {} from '@readroom/local/suites/vitest-services'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { beginEventTimes, endEventTimes } from './event-times.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterEach(async () => database.drop())

const past = new Date('2026-01-02T03:04:05Z')

async function insertOpened(studyId: string): Promise<Date> {
  const toStatus = 'doctor_opened_report'
  const [row] = await database.db.insert(studyEventLog).values({ studyId, event: 'opened', toStatus }).returning()
  if (!row) throw new Error('no row')
  return row.at
}

test('the first event of a dated study is inserted with its time, later ones and others with the present', async () => {
  const [dated, other] = [await createStudy(database.db), await createStudy(database.db)]
  const times = [{ studyInstanceUid: dated.studyInstanceUid, events: [{ event: 'opened' as const, at: past }] }]
  await beginEventTimes(database.url, times)
  await beginEventTimes(database.url, times)
  expect(await insertOpened(dated.id)).toEqual(past)
  expect(await insertOpened(dated.id)).not.toEqual(past)
  expect(await insertOpened(other.id)).not.toEqual(past)
})

test('a deadline of a dated study is computed from its past, and tells nobody before the end', async () => {
  const { id, studyInstanceUid } = await createStudy(database.db, { status: 'new_study_received', settledAt: null })
  await beginEventTimes(database.url, [{ studyInstanceUid, events: [{ event: 'settled', at: past }] }])
  const settled = await database.db.transaction(async (begun) => {
    const [tx, study] = await lockStudy(begun, { role: 'admin', labId: null, doctorId: null }, id)
    return study && transition(tx, study, 'settled', { actorUserId: null })
  })
  const warnAt = new Date('2026-01-02T21:04:05Z')
  expect(settled).toMatchObject({ dueAt: new Date('2026-01-03T03:04:05Z'), warnAt })
  const escalateAt = async () => (await database.db.select().from(studies))[0]?.escalateAt
  expect(await escalateAt()).toBe(null)
  await endEventTimes(database.url)
  expect(await escalateAt()).toEqual(warnAt)
})

test('nothing of it is left at its end, and no event can be changed meanwhile', async () => {
  const study = await createStudy(database.db)
  await beginEventTimes(database.url, [{ studyInstanceUid: study.studyInstanceUid, events: [{ event: 'opened', at: past }] }])
  await insertOpened(study.id)
  await expect(database.db.update(studyEventLog).set({ at: new Date() })).rejects.toThrow()
  await expect(database.asOwner('update study_events set at = now()')).rejects.toThrow('never changed')
  await endEventTimes(database.url)
  const { rows } = await database.asOwner(
    `select 1 from pg_trigger where tgname in ('study_events_demo', 'studies_demo') union all select 1 from pg_namespace where nspname = 'demo'`,
  )
  expect(rows).toEqual([])
})
