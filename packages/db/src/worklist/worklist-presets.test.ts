import { StudyFilters } from '@readroom/contracts/studies/study-filters'
import type {} from '@readroom/local/suites/vitest-services'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createAssignment, createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { countWorklist } from './worklist.ts'

/** Studies just before and after each midnight that matters; the days of clock changes in Berlin have 23 and 25 hours. */
const received = [
  '2026-03-28T22:59:59.999Z',
  '2026-03-28T23:00:00.000Z', // 29 March, 00:00 in winter time
  '2026-03-29T21:59:59.999Z',
  '2026-03-29T22:00:00.000Z', // 30 March, 00:00 in summer time
  '2026-10-24T21:59:59.999Z',
  '2026-10-24T22:00:00.000Z', // 25 October, 00:00 in summer time
  '2026-10-25T22:59:59.999Z',
  '2026-10-25T23:00:00.000Z', // 26 October, 00:00 in winter time
  '2026-12-31T22:59:59.999Z',
  '2026-12-31T23:00:00.000Z', // 2027 in Berlin, still 2026 in New York
  '2027-01-01T04:59:59.999Z', // the last moment of 2026 in New York
]

let database: TestDatabase
let cast: Awaited<ReturnType<typeof createCast>>
/** All are assigned to one doctor, whose studies are looked up by their months. */
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  cast = await createCast(database.db)
  const { doctorId } = cast.assignedDoctor
  for (const at of received) {
    const { id } = await createStudy(database.db, { receivedAt: new Date(at) })
    await createAssignment(database.db, { studyId: id, doctorId, assignedBy: cast.admin.userId })
  }
})
afterAll(() => database.drop())

const cases: [preset: string, now: string, zone: string, found: number][] = [
  ['today', '2026-03-29T00:59:59Z', 'Europe/Berlin', 2],
  ['today', '2026-03-29T21:59:59Z', 'Europe/Berlin', 2],
  ['today', '2026-03-29T22:00:00Z', 'Europe/Berlin', 1],
  ['yesterday', '2026-03-29T22:00:00Z', 'Europe/Berlin', 2],
  ['yesterday', '2026-03-29T21:59:59Z', 'Europe/Berlin', 1],
  ['today', '2026-10-25T00:30:00Z', 'Europe/Berlin', 2],
  ['today', '2026-10-25T22:59:59Z', 'Europe/Berlin', 2],
  ['today', '2026-10-25T23:00:00Z', 'Europe/Berlin', 1],
  ['yesterday', '2026-10-26T12:00:00Z', 'Europe/Berlin', 2],
  ['thisWeek', '2026-10-25T12:00:00Z', 'Europe/Berlin', 3],
  ['thisWeek', '2026-10-26T12:00:00Z', 'Europe/Berlin', 1],
  ['thisMonth', '2026-10-05T12:00:00Z', 'Europe/Berlin', 4],
  ['thisMonth', '2026-12-31T23:30:00Z', 'Europe/Berlin', 2],
  ['thisMonth', '2026-12-31T23:30:00Z', 'America/New_York', 3],
  ['today', '2026-12-31T23:30:00Z', 'America/New_York', 3],
  ['last24h', '2026-12-31T23:00:00Z', 'Europe/Berlin', 3],
]

test.each(cases)('%s at %s in %s', async (quickDatePreset, now, zone, found) => {
  const filters = StudyFilters.parse({ quickDatePreset })
  for (const caller of [cast.admin, cast.assignedDoctor]) {
    const counts = await countWorklist(database.db, { caller, filters, now: new Date(now), zone })
    expect(counts.all).toBe(found)
  }
})

test('a range includes both of its days, and one that ends before it begins has none', async () => {
  const range = (customDateFrom: string, customDateTo: string) => StudyFilters.parse({ customDateFrom, customDateTo })
  const count = async (filters: StudyFilters) =>
    (await countWorklist(database.db, { caller: cast.assignedDoctor, filters, now: new Date(), zone: 'Europe/Berlin' })).all
  expect(await count(range('2026-03-29', '2026-03-29'))).toBe(2)
  expect(await count(range('2026-03-29', '2026-03-30'))).toBe(3)
  expect(await count(range('2026-03-30', '2026-03-29'))).toBe(0)
})
