import { StudyFilters } from '@readroom/contracts/studies/study-filters'
import type {} from '@readroom/local/suites/vitest-services'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { mergeSearchEntries } from './search-entries.ts'
import { countWorklist } from './worklist.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test.each([
  ['Doe^Jane', ['Doe Jane', 'jane doe', 'DoeJane', 'janedoe', 'Dôe Jané']],
  ['García López^María', ['garcialopez', 'maria garcia', 'mariagarcia']],
  ['Plain Nameless', ['plainnameless', 'nameless plain', 'namelessplain']],
  [
    'KUROSAWA^AKIRA=黒澤^明=くろさわ^あきら',
    ['黒澤明', '黒澤 明', '明 黒澤', '明黒澤', 'くろさわあきら', 'あきら', 'AKIRA 黒澤'],
  ],
])('a search finds %j in both orders, with and without blanks', async (patientName, searches) => {
  const { db } = database
  const { admin, labA } = await createCast(db)
  await createStudy(db, { labId: labA.id, patientName })
  const found = searches.flatMap((text) => [{ searchTerm: text }, { patientName: text }])
  const counts = await Promise.all(
    found.map(async (asked) => {
      const filters = StudyFilters.parse(asked)
      return (await countWorklist(db, { caller: admin, filters, now: new Date(), zone: 'UTC' })).all
    }),
  )
  expect(counts).toEqual(found.map(() => 1))
})

test('a search finds a study before and after its entries are merged, and they are merged once', async () => {
  const { db } = database
  const { admin, labA } = await createCast(db)
  await mergeSearchEntries(db)
  await createStudy(db, { labId: labA.id, patientName: 'Nguyễn Văn An' })
  const filters = StudyFilters.parse({ searchTerm: 'nguyen van' })
  const count = async () => (await countWorklist(db, { caller: admin, filters, now: new Date(), zone: 'UTC' })).all
  expect(await count()).toBe(1)
  expect(await mergeSearchEntries(db)).toBeGreaterThan(0)
  expect(await count()).toBe(1)
  expect(await mergeSearchEntries(db)).toBe(0)
})
