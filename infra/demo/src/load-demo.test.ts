import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { users } from '@readroom/db/access/accounts.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { type Orthanc, startOrthanc } from '@readroom/local/services/orthanc'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from './config.ts'
import { makeCtStudy } from './dicom/make-study.ts'
import { loadDemo } from './load-demo.ts'
import { sendStudies } from './studies/send-studies.ts'

let dir: string
let archive: Orthanc
let database: TestDatabase

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-demo-'))
  archive = await startOrthanc({ dir, durable: false })
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(async () => {
  await database.drop()
  await archive.kill()
  await rm(dir, { recursive: true, force: true })
})

test('accounts with known passwords never open over an archive that has studies of its own', async () => {
  const files = makeCtStudy({ images: 1, rows: 16, columns: 16 })
  await sendStudies({ host: '127.0.0.1', port: archive.dicomPort, callingAeTitle: 'REAL', calledAeTitle: 'READROOM', files })
  const said: string[] = []
  const config = readConfig({
    DATABASE_URL: database.url,
    ORTHANC_URL: archive.url,
    ORTHANC_USERNAME: archive.username,
    ORTHANC_PASSWORD: archive.password,
  })
  await loadDemo(database.db, config, (line) => said.push(line))
  expect(said).toEqual(['Demo data skipped: the image archive already has studies'])
  expect(await database.db.$count(users)).toBe(0)
})
