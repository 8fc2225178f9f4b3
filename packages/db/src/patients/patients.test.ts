import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createCast } from '../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listPeopleOfId, peopleOfId } from './patients.ts'

let database: TestDatabase
let labId: string

beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
  labId = (await createCast(database.db)).labA.id
  await database.asOwner(`insert into patients (lab_id, patient_id) select '${labId}', 'P' || n from generate_series(1, 20000) n`)
  await database.asOwner('analyze patients')
})
afterAll(() => database.drop())

test('looks up the people of a patient ID without reading the other patients of the laboratory', async () => {
  const { rows } = await database.db.execute(sql`explain (analyze, format json) ${peopleOfId({ labId, patientId: 'P17' }, null)}`)
  const plan = JSON.stringify(rows)
  expect(plan).toContain('patients_lab_patient_id_person')
  expect(plan).not.toMatch(/"Rows Removed by Filter":[1-9]\d{3}/)
})

test('finds a patient by a former ID and by the ID of one merged into them', async () => {
  const [kept] = await listPeopleOfId(database.db, { labId, patientId: 'P1' }, null)
  const id = kept?.patientRowId ?? ''
  await database.asOwner(
    `insert into patient_aliases (lab_id, patient_id, patient_row_id) values ('${labId}', 'FORMER', '${id}')`,
  )
  await database.asOwner(`update patients set merged_into = '${id}' where patient_id = 'P2'`)
  for (const patientId of ['P1', 'FORMER', 'P2']) {
    const found = await listPeopleOfId(database.db, { labId, patientId }, null)
    expect(found.map(({ patientRowId }) => patientRowId)).toEqual([id])
  }
})
