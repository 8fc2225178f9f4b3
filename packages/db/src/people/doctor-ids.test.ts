import type {} from '@readroom/local/suites/vitest-services'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { endAssignment, insertAssignments } from '../studies/assignments/assignments.ts'
import { studies } from '../studies/studies.schema.ts'
import { createDoctor, createStudy, createUser } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

const holders = async (studyId: string) => {
  const [study] = await database.db.select().from(studies).where(eq(studies.id, studyId))
  return [...(study?.doctorIds ?? [])].sort()
}
const assigned = async (studyId: string) => {
  const active = and(eq(assignments.studyId, studyId), isNull(assignments.unassignedAt))
  return (await database.db.select().from(assignments).where(active)).map(({ doctorId }) => doctorId).sort()
}

test('a study knows its doctors, however many are assigned and unassigned at once', async () => {
  const { db } = database
  const admin = await createUser(db, 'admin')
  const study = await createStudy(db)
  const doctors = await Promise.all(Array.from({ length: 12 }, () => createDoctor(db)))
  const keys = doctors.map(({ doctor }) => ({ studyId: study.id, doctorId: doctor.id }))
  const assign = (key: (typeof keys)[number]) => insertAssignments(db, [{ ...key, priority: 'NORMAL', assignedBy: admin.id }])

  await Promise.all(keys.map(assign))
  expect(await holders(study.id)).toEqual(keys.map(({ doctorId }) => doctorId).sort())
  for (let round = 0; round < 5; round++) {
    await Promise.all(keys.map((key, n) => ((n + round) % 3 === 0 ? assign(key) : endAssignment(db, key, admin.id))))
    expect(await holders(study.id)).toEqual(await assigned(study.id))
  }
})
