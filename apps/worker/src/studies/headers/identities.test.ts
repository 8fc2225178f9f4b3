import { identityReviews } from '@readroom/db/patients/patients.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'
import type { IntakeContext } from '../intake/context.ts'
import { getStudy, makeContext, pollAll } from '../intake/intake.fixture.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext

beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
  context = makeContext(database, archive.orthanc)
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

type Tags = Parameters<typeof makeImage>[0]
const thomas = { PatientName: 'Lindqvist^Thomas', PatientBirthDate: '19500304', PatientSex: 'M' }
const amara = { PatientName: 'Okonkwo^Amara', PatientBirthDate: '19881130', PatientSex: 'F' }

async function arrive(tags: Tags) {
  const [first] = await archive.upload(makeImage({ StudyInstanceUID: newUid(), ...tags }))
  await pollAll(context)
  return getStudy(database, first?.ParentStudy ?? '')
}
const countReviews = () => database.db.$count(identityReviews)

test('a study joins the person whom it agrees with, and another person with the ID gets a record and a review', async () => {
  const before = await countReviews()
  const [his, again] = [
    await arrive({ PatientID: 'I-1', ...thomas }),
    await arrive({ PatientID: 'I-1', ...thomas, PatientName: 'LINDQVIST^THOMAS^ERIK' }),
  ]
  expect(again.patientRowId).toBe(his.patientRowId)
  expect(await countReviews()).toBe(before)
  const hers = await arrive({ PatientID: 'I-1', ...amara })
  expect(hers.patientRowId).not.toBe(his.patientRowId)
  expect(await countReviews()).toBe(before + 1)
  expect((await arrive({ PatientID: 'I-1', ...amara })).patientRowId).toBe(hers.patientRowId)
  expect(await countReviews()).toBe(before + 1)
})

test('a study that says only with a later image whose it is moves to that person', async () => {
  const his = await arrive({ PatientID: 'I-2', ...thomas })
  const uid = newUid()
  const nameless = await arrive({
    PatientID: 'I-2',
    StudyInstanceUID: uid,
    PatientName: '',
    PatientBirthDate: '',
    PatientSex: '',
  })
  expect(nameless.patientRowId).toBe(his.patientRowId)
  await archive.remove(`/studies/${nameless.orthancId}`)
  const named = await arrive({ PatientID: 'I-2', StudyInstanceUID: uid, ...amara })
  expect(named.id).toBe(nameless.id)
  expect(named).toMatchObject({ patientName: 'Okonkwo Amara' })
  expect(named.patientRowId).not.toBe(his.patientRowId)
})
