import { setImmediate } from 'node:timers/promises'
import { intakeCursor } from '@readroom/db/studies/intake/intake.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { sweepPosition } from '@readroom/db/studies/sweep.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eventually } from '@readroom/local/core/eventually'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'
import type { IntakeContext } from '../intake/context.ts'
import { ageStudy, getStudy, listEvents, listLive, makeContext, pack, pollAll } from '../intake/intake.fixture.ts'
import { createPace, type Pace } from '../intake/pace.ts'
import { settleOnce } from '../intake/settle.ts'
import { sweepOnce } from './sweep.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext

beforeAll(async () => {
  ;[database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive({ settings: { MaximumStorageCacheSize: 0 } }),
  ])
  context = makeContext(database, archive.orthanc)
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

const sweep = () => sweepOnce(context, new AbortController().signal)

async function takeInSettled(...images: Buffer[]) {
  const [first] = await archive.upload(...images)
  const orthancId = first?.ParentStudy ?? ''
  await pollAll(context)
  await ageStudy(database, orthancId)
  await settleOnce(context)
  return getStudy(database, orthancId)
}

/** As if the change log had never told of what is in the archive now. */
async function missChanges(): Promise<void> {
  const { Last } = await archive.orthanc.getChanges(1_000_000, 1)
  await database.db.update(intakeCursor).set({ last: Last })
}

test('a deleted study is flagged once and keeps its row; sent again it is back', async () => {
  const image = makeImage()
  const study = await pack(context, await takeInSettled(image))
  await archive.remove(`/studies/${study.orthancId}`)
  await sweep()
  await sweep()
  expect((await getStudy(database, study.orthancId)).imagesMissingAt).toBeInstanceOf(Date)
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled', 'images_missing'])
  expect((await listLive(database, study.id)).at(-1)).toBe('study.changed')

  await archive.upload(image)
  await missChanges()
  await sweep()
  const back = await getStudy(database, study.orthancId)
  const { updatedAt, archiveVersion, filesHash } = back
  expect(back).toEqual({ ...study, updatedAt, archiveVersion, filesHash })
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled', 'images_missing', 'images_returned'])
})

test('a study that comes back is noticed by the change log as well, with other images as late ones', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: 'back' }
  const study = await takeInSettled(makeImage(uids))
  await archive.remove(`/studies/${study.orthancId}`)
  await sweep()
  await archive.upload(makeImage({ ...uids, PatientName: 'Other^Name' }))
  await pollAll(context)
  expect(await getStudy(database, study.orthancId)).toMatchObject({
    imagesMissingAt: null,
    settledAt: null,
    imageCount: 1,
    patientName: 'Other Name',
  })
})

test('what the change log did not tell is taken in: unknown studies and other counts', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: 'counts' }
  const study = await takeInSettled(makeImage(uids))
  const [, unknown] = await archive.upload(makeImage(uids), makeImage())
  await missChanges()
  await sweep()
  expect(await getStudy(database, study.orthancId)).toMatchObject({ imageCount: 2, settledAt: null })
  expect(await getStudy(database, unknown?.ParentStudy ?? '')).toMatchObject({ imageCount: 1, status: 'new_study_received' })
})

test('a removed image lowers the count and is part of the history', async () => {
  const uids = { StudyInstanceUID: newUid(), PatientID: 'fewer' }
  const study = await takeInSettled(makeImage(uids), makeImage(uids))
  const [instance] = await archive.orthanc.listStudyInstances(study.orthancId)
  await archive.remove(`/instances/${instance?.id}`)
  await sweep()
  expect(await getStudy(database, study.orthancId)).toMatchObject({ imageCount: 1, settledAt: null, imagesMissingAt: null })
  await settleOnce(context)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ generation: 2, imageCount: 1 })
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled', 'images_missing', 'settled'])
})

test('a sweep that finds nothing changes nothing', async () => {
  await sweep()
  const everything = () => database.db.select().from(studies).orderBy(studies.id)
  const before = await everything()
  await sweep()
  expect(await everything()).toEqual(before)
})

test('a sweep steps back while another is at it', async () => {
  const seen: boolean[] = []
  const listStudies: typeof archive.orthanc.listStudies = async (since, limit) => {
    seen.push(await sweep())
    return archive.orthanc.listStudies(since, limit)
  }
  const { signal } = new AbortController()
  expect(await sweepOnce({ ...context, orthanc: { ...archive.orthanc, listStudies } }, signal)).toBe(true)
  expect(new Set(seen)).toEqual(new Set([false]))
  expect(await sweep()).toBe(true)
})

test('an archive that was wiped is taken in from its beginning', async () => {
  const study = await takeInSettled(makeImage())
  const empty = await openArchive()
  const renewed = { ...context, orthanc: empty.orthanc }
  try {
    const [sent] = await empty.upload(makeImage({ PatientName: 'After^Wipe' }))
    await database.db.update(intakeCursor).set({ last: sql`greatest(${intakeCursor.last}, 100)` })
    await pollAll(renewed)
    expect(await getStudy(database, sent?.ParentStudy ?? '')).toMatchObject({ patientName: 'After Wipe' })
    await sweepOnce(renewed, new AbortController().signal)
    expect((await getStudy(database, study.orthancId)).imagesMissingAt).toBeInstanceOf(Date)
  } finally {
    await empty.close()
  }
})

test('a file that cannot be read is found and flagged, and heals when it was sent again', async () => {
  const image = makeImage()
  const study = await takeInSettled(image)
  const [instance] = await archive.orthanc.listStudyInstances(study.orthancId)
  await archive.emptyFile(instance?.id ?? '')
  await eventually(async () => {
    await sweep()
    expect((await getStudy(database, study.orthancId)).damagedInstances).toEqual([instance?.id])
  })
  await archive.remove(`/instances/${instance?.id}`)
  await archive.upload(image)
  await pollAll(context)
  await sweep()
  expect(await getStudy(database, study.orthancId)).toMatchObject({ damagedInstances: [], imagesDamagedAt: null })
})

test('a sweep goes on where it ended, and makes no more requests than its pace allows', async () => {
  await archive.upload(...Array.from({ length: 3 }, () => makeImage()))
  await pollAll(context)
  await sweep()
  await database.db.update(sweepPosition).set({ pass: 1, since: 2 })
  const asked: number[] = []
  const stopping = new AbortController()
  let left = 100
  const pace: Pace = {
    async take(requests) {
      left -= requests
      if (asked.length > 0) stopping.abort()
    },
  }
  const listSeries: typeof archive.orthanc.listSeries = async (since, limit) => {
    asked.push(since)
    return archive.orthanc.listSeries(since, limit)
  }
  await sweepOnce({ ...context, pace, orthanc: { ...archive.orthanc, listSeries } }, stopping.signal)
  expect(asked).toEqual([2])
  expect((await database.db.select().from(sweepPosition))[0]?.since).toBeGreaterThan(2)
  expect(left).toBeGreaterThan(0)
})

test('a pace lets a minute of requests through at once and makes further ones wait', async () => {
  const stopping = new AbortController()
  const pace = createPace(1_000)
  await pace.take(1_000, stopping.signal)
  const waiting = pace.take(1_000, stopping.signal).then(() => 'let through')
  expect(await Promise.race([waiting, setImmediate('waits')])).toBe('waits')
  stopping.abort()
  expect(await waiting).toBe('let through')
})
