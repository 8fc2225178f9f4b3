import { archiveDisk } from '@readroom/db/studies/intake/archive-state.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { makeImage } from '@readroom/orthanc/testing/make-image'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'
import { makeContext } from '../intake/intake.fixture.ts'
import { watchDisk } from './disk.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>

beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

const noted = async () => (await database.db.select().from(archiveDisk))[0]

test("the room on the archive's disk is noted where its folder can be seen", async () => {
  const image = makeImage()
  await archive.upload(image)
  await watchDisk(makeContext(database, archive.orthanc))
  const unseen = await noted()
  expect(unseen).toMatchObject({ freeBytes: null, totalBytes: null })
  expect(unseen?.usedBytes).toBeGreaterThanOrEqual(image.length)
  await watchDisk(makeContext(database, archive.orthanc, { storageDir: archive.dir }))
  const seen = await noted()
  expect(seen?.freeBytes).toBeGreaterThan(0)
  expect(seen?.totalBytes).toBeGreaterThanOrEqual(seen?.freeBytes ?? 0)
})
