import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '@readroom/db/core/actor'
import { zips } from '@readroom/db/images/zips.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { studyEventLog } from '@readroom/db/studies/study-events.schema'
import { createActor, createUser } from '@readroom/db/testing/factories'
import { studyName } from '@readroom/domain/images/zip-names'
import { beginZip, requestOwnZip } from '@readroom/domain/images/zips'
import { createOrthanc } from '@readroom/orthanc/client'
import { OrthancDown } from '@readroom/orthanc/errors'
import { StudyChanged } from '@readroom/orthanc/study-zip'
import { eq } from 'drizzle-orm'
import { Open } from 'unzipper'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { firstRun, lastRun, type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { startJobs } from '../job-handlers.ts'
import { buildZip } from './zip-build.ts'
import { expireZips } from './zips-expire.ts'
import { prebuildZips } from './zips-prebuild.ts'

const HOUR_MS = 3_600_000

let jobs: OpenJobs
beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs?.close())

async function request(...chosen: { id: string; imageCount: number }[]) {
  const actor: Actor = await createActor(jobs.db, await createUser(jobs.db, 'admin'))
  return (await jobs.db.transaction((tx) => requestOwnZip(tx, actor, chosen))).id
}
const run = (zipId: string, context = jobs.context, how = firstRun) => buildZip(context, { zipId }, how)

test('the worker packs every image of every study, each in its own folder', async () => {
  const [one, two] = [await jobs.addStudy(3), await jobs.addStudy(5)]
  const id = await request(one.study, two.study)
  await jobs.relay()
  const worker = await startJobs(jobs.context, { stalledInterval: 300 })
  onTestFinished(worker.stop)
  await expect.poll(async () => (await jobs.getZip(id)).state).toBe('completed')
  const zip = await jobs.getZip(id)
  expect(zip).toMatchObject({ imagesDone: 8, imagesTotal: 8, error: null })
  const { stream, size } = await jobs.context.storage.get(zip.objectKey ?? '')
  expect(size).toBe(zip.sizeBytes)
  const { files } = await Open.buffer(await buffer(stream))
  for (const [index, { study, files: images }] of [one, two].sort((a, b) => (a.study.id < b.study.id ? -1 : 1)).entries()) {
    const folder = index === 0 ? studyName(study) : `${studyName(study)}_2`
    const own = files.filter(({ path }) => path.startsWith(`${folder}/`))
    expect(own.map(({ path }) => path)).toContain(`${folder}/manifest.txt`)
    const contents = await Promise.all(own.filter(({ path }) => path.endsWith('.dcm')).map((file) => file.buffer()))
    const sorted = (all: Buffer[]) => all.map((content) => content.toString('base64')).sort()
    expect(sorted(contents)).toEqual(sorted(images))
  }
  expect(files).toHaveLength(8 + 2)
})

test('run twice, or taken over, it publishes once and leaves nothing behind', async () => {
  const { study } = await jobs.addStudy(2)
  const id = await request(study)
  const before = await jobs.listObjects()
  const { storage } = jobs.context
  const slow: typeof storage = {
    ...storage,
    async put(key, body, options) {
      await jobs.db.transaction((tx) => beginZip(tx, { zipId: id, objectKey: `zips/${randomUUID()}.zip` }))
      return storage.put(key, body, options)
    },
  }
  await run(id, { ...jobs.context, storage: slow })
  expect((await jobs.getZip(id)).state).toBe('processing')
  expect(await jobs.listObjects()).toEqual(before)
  await run(id)
  const done = await jobs.getZip(id)
  expect(done.state).toBe('completed')
  await run(id)
  expect(await jobs.getZip(id)).toEqual(done)
})

test('images that a study did not settle with are tried again, then given up with a reason', async () => {
  const [good, { study }] = [await jobs.addStudy(1), await jobs.addStudy(2)]
  const id = await request(good.study, study)
  await jobs.db.update(studies).set({ instancesHash: 'others' }).where(eq(studies.id, study.id))
  const before = await jobs.listObjects()
  await expect(run(id)).rejects.toThrow(StudyChanged)
  expect((await jobs.getZip(id)).state).toBe('processing')
  await expect(run(id, jobs.context, lastRun)).rejects.toThrow(StudyChanged)
  expect(await jobs.getZip(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('kept changing') })
  expect(await jobs.listObjects()).toEqual(before)
})

test('a study that the archive lost, and an archive that is away, are told to the user', async () => {
  const [good, lost] = [await jobs.addStudy(1), await jobs.addStudy(1)]
  const [id, other] = [await request(good.study, lost.study), await request(good.study)]
  await jobs.archive.remove(`/studies/${lost.study.orthancId}`)
  await run(id)
  expect(await jobs.getZip(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('no longer has') })
  const events = await jobs.db.select().from(studyEventLog).where(eq(studyEventLog.studyId, lost.study.id))
  expect(events).toMatchObject([{ event: 'images_missing', details: { imagesBefore: 1, images: 0 } }])
  expect((await jobs.getStudy(good.study.id)).imagesMissingAt).toBeNull()
  const away = { ...jobs.context, orthanc: createOrthanc({ url: 'http://127.0.0.1:9', username: '', password: '' }) }
  await expect(run(other, away, lastRun)).rejects.toThrow(OrthancDown)
  expect(await jobs.getZip(other)).toMatchObject({ state: 'failed', error: expect.stringContaining('did not respond') })
})

test('a lost job is queued again, once, and an ended ZIP goes with its object', async () => {
  const { study } = await jobs.addStudy(1)
  const id = await request(study)
  await jobs.relay()
  const queued = async () => {
    const waiting = await jobs.context.queues.byName.archive.getJobs(['wait'])
    return waiting.filter((job) => job.data.zipId === id).length
  }
  await prebuildZips(jobs.context)
  await jobs.relay()
  expect(await queued()).toBe(1)
  await jobs.context.queues.byName.archive.obliterate({ force: true })
  await prebuildZips(jobs.context)
  await jobs.relay()
  expect(await queued()).toBe(1)

  await run(id)
  const { objectKey } = await jobs.getZip(id)
  await jobs.db
    .update(zips)
    .set({ expiresAt: new Date(Date.now() - 2 * HOUR_MS) })
    .where(eq(zips.id, id))
  await expireZips(jobs.context)
  expect(await jobs.getZip(id)).toMatchObject({ state: 'expired', objectKey: null })
  expect(await jobs.context.storage.head(objectKey ?? '')).toBeNull()
})
