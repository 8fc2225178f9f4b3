import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outbox } from '@readroom/db/core/outbox.schema'
import { zips as zipRows } from '@readroom/db/images/zips.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { type Redis, startRedis } from '@readroom/local/services/redis'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Env, readConfig } from './config.ts'
import { openArchive } from './studies/intake/archive.fixture.ts'
import { getStudy, listEvents, silent } from './studies/intake/intake.fixture.ts'
import { startWorker } from './worker.ts'

let dir: string
let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let redis: Redis

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  ;[database, archive, redis] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive(),
    startRedis({ dir: join(dir, 'redis'), durable: false }),
  ])
})
afterAll(async () => {
  await Promise.all([archive.close(), redis.kill()])
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const environment = (redisUrl: string) => ({
  DATABASE_URL: database.url,
  REDIS_URL: redisUrl,
  ORTHANC_URL: archive.url,
  ORTHANC_USERNAME: archive.username,
  ORTHANC_PASSWORD: archive.password,
  PUBLIC_URL: 'http://localhost:8080',
  SMTP_URL: 'smtp://127.0.0.1:1',
  STORAGE_DIR: join(dir, 'storage'),
  SETTLE_SECONDS: '1',
})

test('what a scanner sends ends as a settled study with its ZIP', async () => {
  const worker = await startWorker(Env.parse(environment(redis.url)), silent)
  const study = { StudyInstanceUID: newUid(), PatientID: 'whole' }
  const [sent] = await archive.upload(makeImage(study), makeImage(study))
  const taken = () => getStudy(database, sent?.ParentStudy ?? '')
  await eventually(async () => expect((await taken()).status).toBe('pending_assignment'))
  const zips = async () =>
    database.db
      .select()
      .from(zipRows)
      .where(eq(zipRows.studyId, (await taken()).id))
  await eventually(async () => expect(await zips()).toMatchObject([{ state: 'completed', imagesDone: 2 }]))
  await eventually(async () => expect(await database.db.select().from(outbox)).toEqual([]))
  await worker.stop()
})

test('with Redis away studies still arrive and settle, and their events wait', async () => {
  const worker = await startWorker(Env.parse(environment('redis://127.0.0.1:1')), silent)
  const [sent] = await archive.upload(makeImage())
  const taken = () => getStudy(database, sent?.ParentStudy ?? '')
  await eventually(async () => expect((await taken()).status).toBe('pending_assignment'))
  expect(await listEvents(database, (await taken()).id)).toEqual(['received', 'settled'])
  expect((await database.db.select().from(outbox)).map(({ name }) => name)).toContain('zip.build')
  await worker.stop()
}, 15_000)

test('an environment that lacks something says what', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://here', REDIS_URL: '', ORTHANC_URL: 'http://there' })).toThrow(/REDIS_URL/)
})
