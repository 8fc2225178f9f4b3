import { randomUUID } from 'node:crypto'
import { StudyFilters } from '@readroom/contracts/study-filters'
import type {} from '@readroom/local/vitest-services'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { studies } from '../schema/studies.ts'
import { createCast, createStudy } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { gatherDueBodyParts } from './body-parts.ts'
import { replaceSeries } from './intake-studies.ts'
import { countWorklist } from './worklist.ts'

let database: TestDatabase
let viewer: Awaited<ReturnType<typeof createCast>>['admin']

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  viewer = (await createCast(database.db)).admin
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
  database.db.transaction((tx) => replaceSeries(tx, studyId, seriesOf(...bodyParts)))

async function found(searchTerm: string, searchType = 'all'): Promise<number> {
  const filters = StudyFilters.parse({ searchTerm, searchType })
  return (await countWorklist(database.db, { viewer, filters, now: new Date(), zone: 'UTC' })).all
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

test('studies from before are found once their body parts have been gathered, some at a time', async () => {
  for (const part of ['ELBOW', 'ELBOW', null]) {
    const { id } = await createStudy(database.db)
    await takeIn(id, part)
    await database.db.update(studies).set({ bodyParts: null }).where(eq(studies.id, id))
  }
  expect(await found('elbow')).toBe(0)
  expect([await gatherDueBodyParts(database.db, 2), await gatherDueBodyParts(database.db, 2)]).toEqual([2, 1])
  expect([await found('elbow'), await gatherDueBodyParts(database.db, 2)]).toEqual([2, 0])
})
