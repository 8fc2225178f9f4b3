import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { openDatabase } from '@readroom/db/core/client'
import { findStudyZip } from '@readroom/db/images/zips'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { beginZip } from '@readroom/domain/images/zips'
import { createOrthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import { hashOfEach } from '@readroom/orthanc/instances-hash'
import { StudyChanged } from '@readroom/orthanc/study-zip'
import { StorageDown } from '@readroom/storage/object-storage'
import { Worker } from 'bullmq'
import { eq } from 'drizzle-orm'
import { Open } from 'unzipper'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { firstRun, lastRun, losingAnswer, type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { startJobs } from '../job-handlers.ts'
import { buildZip } from './zip-build.ts'

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')

let jobs: OpenJobs

beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs?.close())
beforeEach(async () => {
  await jobs.relay()
  await jobs.context.queues.byName.archive.drain()
})

async function startWorker(): Promise<void> {
  const worker = await startJobs(jobs.context, { stalledInterval: 300 })
  onTestFinished(worker.stop)
}

async function readZip(objectKey: string | null): Promise<Map<string, Buffer>> {
  const { stream } = await jobs.context.storage.get(objectKey ?? '')
  const entries = new Map<string, Buffer>()
  for (const entry of (await Open.buffer(await buffer(stream))).files) entries.set(entry.path, await entry.buffer())
  return entries
}

test('a requested ZIP is built by the worker and holds every image', async () => {
  const { study, files } = await jobs.addStudy(20)
  const { zipId, created } = await jobs.request(study)
  expect(created).toBe(true)
  expect((await jobs.getZip(zipId)).state).toBe('queued')
  await jobs.relay()
  await startWorker()
  await expect.poll(async () => (await jobs.getZip(zipId)).state).toBe('completed')
  const zip = await jobs.getZip(zipId)
  expect(zip).toMatchObject({ imagesDone: 20, imagesTotal: 20, error: null })
  expect(await jobs.context.storage.head(zip.objectKey ?? '')).toEqual({ size: zip.sizeBytes })
  expect(zip.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  const entries = await readZip(zip.objectKey)
  entries.delete('manifest.txt')
  expect([...entries.values()].map(sha256).sort()).toEqual(files.map(sha256).sort())
  expect(await jobs.relay()).toContain('study.changed')
})

test('a job whose worker was killed runs again, and its half-built object goes', async () => {
  const { study } = await jobs.addStudy(3)
  const { zipId } = await jobs.request(study)
  await jobs.relay()
  const { queues, storage } = jobs.context
  // Takes the job and dies: nobody renews its lock.
  const dead = new Worker('archive', null, { connection: queues.connection, prefix: queues.prefix, lockDuration: 500 })
  dead.on('error', () => {})
  onTestFinished(() => dead.close(true))
  await expect.poll(async () => (await dead.getNextJob('dead'))?.name).toBe('zip.build')
  const abandoned = `zips/${randomUUID()}.zip`
  await jobs.db.transaction((tx) => beginZip(tx, { zipId, objectKey: abandoned }))
  await storage.put(abandoned, Buffer.from('half'), { contentType: 'application/zip' })

  await startWorker()
  await expect.poll(async () => (await jobs.getZip(zipId)).state).toBe('completed')
  expect(await storage.head(abandoned)).toBeNull()
})

test('a build that another took over publishes nothing', async () => {
  const { study } = await jobs.addStudy(3)
  const { zipId } = await jobs.request(study)
  const { storage } = jobs.context
  const before = await jobs.listObjects()
  const rival = `zips/${randomUUID()}.zip`
  const slow: typeof storage = {
    ...storage,
    async put(key, body, options) {
      await jobs.db.transaction((tx) => beginZip(tx, { zipId, objectKey: rival }))
      return storage.put(key, body, options)
    },
  }
  await buildZip({ ...jobs.context, storage: slow }, { zipId }, firstRun)
  expect(await jobs.getZip(zipId)).toMatchObject({ state: 'processing', objectKey: rival })
  expect(await jobs.listObjects()).toEqual(before)
  await buildZip(jobs.context, { zipId }, firstRun)
  expect((await jobs.getZip(zipId)).state).toBe('completed')
  await buildZip(jobs.context, { zipId }, firstRun)
  expect((await jobs.getZip(zipId)).state).toBe('completed')
})

test('a ZIP stays whose publishing was answered to nobody', async () => {
  const { study } = await jobs.addStudy(2)
  const { zipId } = await jobs.request(study)
  const isDone = async () => (await jobs.getZip(zipId)).state === 'completed'
  const lossy = { ...jobs.context, database: { db: losingAnswer(jobs.db, isDone) } }
  await expect(buildZip(lossy, { zipId }, lastRun)).rejects.toThrow('Connection terminated')
  await buildZip(jobs.context, { zipId }, lastRun)
  const { state, objectKey, sizeBytes } = await jobs.getZip(zipId)
  expect([state, await jobs.context.storage.head(objectKey ?? '')]).toEqual(['completed', { size: sizeBytes }])
})

test('a ZIP is there once it is published, though somebody holds its study just then', async () => {
  const { study } = await jobs.addStudy(2)
  const { zipId } = await jobs.request(study)
  const impatient = openDatabase(jobs.database.url, { settings: ['lock_timeout=200ms'], onError: () => {} })
  onTestFinished(impatient.close)
  const waiting = { ...jobs.context, database: impatient }
  await jobs.db.transaction(async (tx) => {
    await lockAnyStudy(tx, study.id)
    await expect(buildZip(waiting, { zipId }, firstRun)).rejects.toThrow()
    const { state, objectKey } = await jobs.getZip(zipId)
    expect(state === 'completed' && (await jobs.context.storage.head(objectKey ?? '')) === null).toBe(false)
  })
  await buildZip(waiting, { zipId }, firstRun)
  const { state, objectKey, sizeBytes } = await jobs.getZip(zipId)
  expect([state, await jobs.context.storage.head(objectKey ?? '')]).toEqual(['completed', { size: sizeBytes }])
})

test('a ZIP of an older generation is never published', async () => {
  const { study } = await jobs.addStudy(2)
  const [first, before] = [await jobs.request(study), await jobs.listObjects()]
  const bump = () => jobs.db.update(studies).set({ generation: 2 }).where(eq(studies.id, study.id))
  const { storage } = jobs.context
  const bumping: typeof storage = {
    ...storage,
    async put(key, body, options) {
      await bump()
      return storage.put(key, body, options)
    },
  }
  await buildZip({ ...jobs.context, storage: bumping }, { zipId: first.zipId }, firstRun)
  expect((await jobs.getZip(first.zipId)).state).toBe('processing')
  await buildZip(jobs.context, { zipId: first.zipId }, firstRun)
  expect((await jobs.getZip(first.zipId)).state).toBe('superseded')
  expect(await jobs.listObjects()).toEqual(before)
  expect(await findStudyZip(jobs.db, study.id, 2)).toBeNull()
})

test('a ZIP tells the content of the files that its study settled with, and of no others', async () => {
  const { study, stored } = await jobs.addStudy(2)
  const ids = stored.map(({ ID }) => ID)
  const arrivals = await jobs.context.orthanc.listArrivals(ids)
  const filesHash = hashOfEach([...arrivals].map(([id, { fileUuid }]) => [id, fileUuid] as const))
  await jobs.db.update(studies).set({ filesHash: 'others' }).where(eq(studies.id, study.id))
  await buildZip(jobs.context, { zipId: (await jobs.request(study)).zipId }, firstRun)
  expect((await jobs.getStudy(study.id)).contentHash).toBeNull()

  await jobs.db.update(studies).set({ filesHash, generation: 2 }).where(eq(studies.id, study.id))
  await buildZip(jobs.context, { zipId: (await jobs.request({ ...study, generation: 2 })).zipId }, firstRun)
  expect((await jobs.getStudy(study.id)).contentHash).toBe(hashOfEach(await jobs.context.orthanc.listChecksums(ids)))
})

test('images that the study did not settle with: tried again, then given up with a reason', async () => {
  const { study } = await jobs.addStudy(2)
  const { zipId } = await jobs.request(study)
  await jobs.db.update(studies).set({ instancesHash: 'others' }).where(eq(studies.id, study.id))
  const before = await jobs.listObjects()
  await expect(buildZip(jobs.context, { zipId }, firstRun)).rejects.toThrow(StudyChanged)
  expect((await jobs.getZip(zipId)).state).toBe('processing')
  await expect(buildZip(jobs.context, { zipId }, lastRun)).rejects.toThrow(StudyChanged)
  expect(await jobs.getZip(zipId)).toMatchObject({ state: 'failed', error: expect.stringContaining('kept changing') })
  expect(await jobs.listObjects()).toEqual(before)
  expect(await jobs.relay()).toContain('study.changed')
  expect((await jobs.request(study)).created).toBe(true)
})

test('a study that the archive lost fails at once and is flagged', async () => {
  const { study } = await jobs.addStudy(2)
  const { zipId } = await jobs.request(study)
  await jobs.archive.remove(`/studies/${study.orthancId}`)
  await buildZip(jobs.context, { zipId }, firstRun)
  expect(await jobs.getZip(zipId)).toMatchObject({ state: 'failed', error: expect.stringContaining('no longer has') })
  expect((await jobs.getStudy(study.id)).imagesMissingAt).toBeInstanceOf(Date)
  const events = await jobs.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, study.id))
  expect(events).toMatchObject([{ event: 'images_missing', details: { imagesBefore: 2, images: 0 } }])
})

test('an outage is tried again, and told at the last attempt', async () => {
  const { study } = await jobs.addStudy(2)
  const { storage } = jobs.context
  const full: typeof storage = { ...storage, put: async () => Promise.reject(new StorageDown('full')) }
  const away = createOrthanc({ url: 'http://127.0.0.1:9', username: '', password: '' })
  for (const { context, error, text } of [
    { context: { ...jobs.context, storage: full }, error: StorageDown, text: 'storage' },
    { context: { ...jobs.context, orthanc: away }, error: OrthancDown, text: 'archive did not respond' },
  ]) {
    const { zipId } = await jobs.request(study)
    await expect(buildZip(context, { zipId }, firstRun)).rejects.toThrow(error)
    expect((await jobs.getZip(zipId)).state).toBe('processing')
    await expect(buildZip(context, { zipId }, lastRun)).rejects.toThrow(error)
    expect(await jobs.getZip(zipId)).toMatchObject({ state: 'failed', error: expect.stringContaining(text) })
  }
})

test('a worker that stops leaves the ZIP to the next one', async () => {
  const { study } = await jobs.addStudy(3)
  const { zipId } = await jobs.request(study)
  const stopped = { isLast: true, signal: AbortSignal.abort(new Error('stopping')) }
  await expect(buildZip(jobs.context, { zipId }, stopped)).rejects.toThrow()
  expect((await jobs.getZip(zipId)).state).toBe('processing')
  await buildZip(jobs.context, { zipId }, firstRun)
  expect((await jobs.getZip(zipId)).state).toBe('completed')
})

test('a study with a file that a full disk left empty is flagged, with its image, and heals when it was sent again', async () => {
  const { study, stored, files } = await jobs.addStudy(3)
  const [, second] = stored
  await jobs.archive.emptyFile(second?.ID ?? '')
  const { zipId } = await jobs.request(study)
  await expect(buildZip(jobs.context, { zipId }, firstRun)).rejects.toThrow()
  const damaged = await jobs.getStudy(study.id)
  expect(damaged).toMatchObject({ damagedInstances: [second?.ID] })
  expect(damaged.imagesDamagedAt).toBeInstanceOf(Date)
  expect(await jobs.relay()).toContain('study.changed')

  await jobs.archive.remove(`/instances/${second?.ID}`)
  await jobs.archive.upload(...files)
  await buildZip(jobs.context, { zipId }, lastRun)
  expect(await jobs.getStudy(study.id)).toMatchObject({ damagedInstances: [], imagesDamagedAt: null })
  const events = await jobs.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, study.id))
  expect(events.map(({ event }) => event)).toEqual(['images_damaged', 'images_repaired'])
})
