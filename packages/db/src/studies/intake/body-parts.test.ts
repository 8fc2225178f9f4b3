import { randomUUID } from 'node:crypto'
import { StudyFilters } from '@readroom/contracts/studies/study-filters'
import type {} from '@readroom/local/suites/vitest-services'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCast, createStudy } from '../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { countWorklist } from '../../worklist/worklist.ts'
import { studies } from '../studies.schema.ts'
import { lockAnyStudy } from '../studies.ts'
import { replaceSeries } from './intake-studies.ts'

let database: TestDatabase
let caller: Awaited<ReturnType<typeof createCast>>['admin']

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  caller = (await createCast(database.db)).admin
})
afterAll(() => database.drop())

const seriesOf = (...bodyParts: (string | null)[]) =>
  bodyParts.map((bodyPart, index) => ({
    orthancId: randomUUID(),
    seriesInstanceUid: `2.25.${index}`,
    bodyPart,
    imageCount: 1,
  }))

const takeIn = (studyId: string, ...bodyParts: (string | null)[]) =>
  database.db.transaction(async (begun) => {
    const [tx] = await lockAnyStudy(begun, studyId)
    await replaceSeries(tx, studyId, seriesOf(...bodyParts))
  })

async function found(searchTerm: string, searchType = 'all'): Promise<number> {
  const filters = StudyFilters.parse({ searchTerm, searchType })
  return (await countWorklist(database.db, { caller, filters, now: new Date(), zone: 'UTC' })).all
}

test('a search of all fields finds a study by the body parts of its series, as long as it has them', async () => {
  const { id } = await createStudy(database.db, { patientName: 'Körper', description: 'MR' })
  await takeIn(id, 'HEADNECK', null, 'HEADNECK', 'Épaule')
  for (const term of ['headneck', 'Neck', 'epaule', 'korper épaule']) expect([term, await found(term)]).toEqual([term, 1])
  expect(await found('headneck', 'patientName')).toBe(0)
  await takeIn(id, 'Épaule')
  expect([await found('headneck'), await found('epaule')]).toEqual([0, 1])
  await database.db.update(studies).set({ correctedDescription: 'Shoulder' }).where(eq(studies.id, id))
  expect(await found('shoulder epaule')).toBe(1)
})
