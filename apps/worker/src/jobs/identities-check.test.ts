import { identityReviews, patients } from '@readroom/db/schema/patients'
import { studies } from '@readroom/db/schema/studies'
import { createLab, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { silent } from '../intake/intake.fixture.ts'
import { checkIdentities } from './identities-check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

test('separates the people of before who share a record, and leaves the others as they are', async () => {
  const { db } = database
  const { id: labId } = await createLab(db)
  const newPerson = async (patientId: string) => {
    const [row] = await db.insert(patients).values({ labId, patientId, identityCheckedAt: null }).returning()
    return row?.id ?? ''
  }
  const [shared, single] = [await newPerson('A'), await newPerson('B')]
  const study = (patientRowId: string, patientName: string) => createStudy(db, { labId, patientRowId, patientName })
  const [his, hers] = [await study(shared, 'Lindqvist Thomas'), await study(shared, 'Okonkwo Amara')]
  const theirs = [await study(single, 'Meier Anna'), await study(single, 'Meier Anna')]
  await checkIdentities({ database, log: silent })
  const personOf = async (studyId: string) =>
    (await db.select({ id: studies.patientRowId }).from(studies).where(eq(studies.id, studyId)))[0]?.id
  expect(await personOf(his.id)).toBe(shared)
  expect(await personOf(hers.id)).not.toBe(shared)
  for (const { id } of theirs) expect(await personOf(id)).toBe(single)
  expect(await db.$count(identityReviews)).toBe(1)
  expect(await db.$count(patients, isNull(patients.identityCheckedAt))).toBe(0)
})
