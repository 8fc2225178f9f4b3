import { compareSoon, forgetFiles } from '@readroom/db/operations/restore'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { settleRestored } from '@readroom/domain/operations/backups'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'
import { ageStudy, findStudy, getStudy, listEvents, makeContext, pollAll } from '../intake/intake.fixture.ts'
import { retryOnce } from '../intake/retry.ts'
import { settleOnce } from '../intake/settle.ts'
import { sweepOnce } from './sweep.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
/** The one that images are restored into: its changes count from the beginning. */
let restored: Awaited<ReturnType<typeof openArchive>>

beforeAll(async () => {
  ;[database, archive, restored] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive(), openArchive()])
})
afterAll(async () => {
  await Promise.all([archive.close(), restored.close()])
  await database.drop()
})

/** Two images of a study that came from a scanner, and settled. */
async function takeInSettled() {
  const study = { StudyInstanceUID: newUid(), PatientID: newUid().slice(0, 30) }
  const images = [makeImage(study), makeImage(study)]
  await archive.store('NORTHGATE', ...images)
  const [known] = await archive.upload(...images)
  const orthancId = known?.ParentStudy ?? ''
  const context = makeContext(database, archive.orthanc)
  await pollAll(context)
  await ageStudy(database, orthancId)
  await settleOnce(context)
  return { orthancId, images, another: () => makeImage(study) }
}

/** Everything that the worker does by itself, with the restored archive. */
async function work() {
  const context = makeContext(database, restored.orthanc)
  await pollAll(context)
  await retryOnce(context)
  await sweepOnce(context, new AbortController().signal)
  await settleOnce(context)
}

const lastChange = async () => (await restored.orthanc.getChanges(Number.MAX_SAFE_INTEGER, 1)).Last
const settle = async (last: number) =>
  database.db.transaction(async (tx) => {
    await settleRestored(tx, { lastChange: last, keepShareLinks: false })
    await forgetFiles(tx)
  })

test.each([
  ['where the archive is', lastChange],
  ['at the beginning', async () => 0],
])('images that were restored are no new images, with the intake %s', async (_where, cursor) => {
  const { orthancId, images, another } = await takeInSettled()
  const before = await getStudy(database, orthancId)
  await restored.upload(...images.toReversed())
  await settle(await cursor())
  await work()
  const { archiveVersion, updatedAt, filesHash, ...after } = await getStudy(database, orthancId)
  expect(before).toMatchObject(after)
  expect(after).toMatchObject({ callingAeTitle: 'NORTHGATE', generation: 1, newImagesAt: null })
  expect(await listEvents(database, before.id)).toEqual(['received', 'settled'])

  await restored.upload(another())
  await work()
  expect(await listEvents(database, before.id)).toEqual(['received', 'settled', 'images_added'])
})

test('a study that came between the copies of database and archive is taken in', async () => {
  const [unknown] = await restored.upload(makeImage())
  const id = unknown?.ParentStudy ?? ''
  await settle(await lastChange())
  await pollAll(makeContext(database, restored.orthanc))
  expect(await findStudy(database, id)).toBeUndefined()
  await database.db.transaction((tx) => compareSoon(tx, [id]))
  await retryOnce(makeContext(database, restored.orthanc))
  expect(await findStudy(database, id)).toMatchObject({ imageCount: 1 })
})
