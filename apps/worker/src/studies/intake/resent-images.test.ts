import { randomUUID } from 'node:crypto'
import type { Confirmation, ReportContent } from '@readroom/contracts/reading/report-drafts'
import { zips } from '@readroom/db/images/zips.schema'
import { intakeCursor } from '@readroom/db/studies/intake/intake.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createCast } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { noteDisplayed } from '@readroom/domain/reading/displayed-series'
import { signReport } from '@readroom/domain/reading/report-signing'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { assign } from '@readroom/domain/studies/assignments/assignments'
import { newUid } from '@readroom/orthanc/testing/make-image'
import { syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sweepOnce } from '../sweep/sweep.ts'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, getStudy, listEvents, makeContext, pack, pollAll } from './intake.fixture.ts'
import { settleOnce } from './settle.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
let context: IntakeContext

beforeAll(async () => {
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
  context = makeContext(database, archive.orthanc, { settleSeconds: 60 })
})
afterAll(async () => {
  await archive.close()
  await database.drop()
})

/** The same image with another pixel, and as large. */
function correct(image: Buffer): Buffer {
  const other = Buffer.from(image)
  other.writeUInt16LE(0xfff, other.length - 2)
  return other
}

/** A settled study with two images of one series. */
async function takeInSettled() {
  const series = { studyInstanceUid: newUid(), seriesInstanceUid: newUid() }
  const images = [1, 2].map((instanceNumber) => syntheticCt({ ...series, sopInstanceUid: newUid(), instanceNumber }))
  const sent = await archive.upload(...images)
  const orthancId = sent[0]?.ParentStudy ?? ''
  await pollAll(context)
  const settle = async () => {
    await ageStudy(database, orthancId)
    await settleOnce(context)
    return getStudy(database, orthancId)
  }
  const corrected = images.map(correct)
  return {
    study: await settle(),
    settle,
    images,
    corrected,
    seriesInstanceUid: series.seriesInstanceUid,
    ids: sent.map(({ ID }) => ID),
  }
}

/** The archive takes the study anew, with these images. */
async function sendAnew({ orthancId }: { orthancId: string }, images: Buffer[]) {
  await archive.remove(`/studies/${orthancId}`)
  await archive.upload(...images)
}

/** As if the change log had never told of what is in the archive now. */
async function missChanges() {
  const last = await archive.orthanc.getLastChange()
  await database.db.update(intakeCursor).set({ last })
}

const sweep = () => sweepOnce(context, new AbortController().signal)
const generationsOf = (studyId: string) =>
  database.db
    .select({ generation: zips.generation, state: zips.state })
    .from(zips)
    .where(eq(zips.studyId, studyId))
    .orderBy(zips.generation)

test('images that were sent anew with other pixels get a new ZIP', async () => {
  const { study, settle, corrected } = await takeInSettled()
  await pack(context, study)
  await sendAnew(study, corrected)
  await pollAll(context)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ settledAt: null, generation: 1 })
  expect(await settle()).toMatchObject({ generation: 2, instancesHash: study.instancesHash })
  expect(await generationsOf(study.id)).toEqual([
    { generation: 1, state: 'superseded' },
    { generation: 2, state: 'queued' },
  ])
})

test('one image that was sent anew with other pixels is noticed, though the study has as many as before', async () => {
  const { study, settle, corrected, ids } = await takeInSettled()
  await archive.remove(`/instances/${ids[1]}`)
  await archive.upload(...corrected.slice(1))
  await pollAll(context)
  expect(await settle()).toMatchObject({ generation: 2, instancesHash: study.instancesHash, imageCount: 2 })
})

test('images that come anew one by one are noticed when all have come', async () => {
  const { study, settle, corrected } = await takeInSettled()
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = corrected
  await sendAnew(study, [first])
  await pollAll(context)
  await archive.upload(second)
  await pollAll(context)
  expect(await settle()).toMatchObject({ generation: 2, instancesHash: study.instancesHash, imageCount: 2 })
})

test('the same images that are sent anew change nothing', async () => {
  const { study, images, ids } = await takeInSettled()
  await pack(context, study)
  const known = await getStudy(database, study.orthancId)
  const isUnchanged = async () => {
    const { archiveVersion, updatedAt, filesHash, ...now } = await getStudy(database, study.orthancId)
    expect(known).toMatchObject(now)
    expect(filesHash).not.toBe(known.filesHash)
  }
  await sendAnew(study, images)
  await pollAll(context)
  await isUnchanged()
  await archive.remove(`/instances/${ids[1]}`)
  await archive.upload(...images)
  await pollAll(context)
  await isUnchanged()
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled'])
})

test('the same images that come anew one by one settle as they were', async () => {
  const { study, settle, images } = await takeInSettled()
  await pack(context, study)
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = images
  await sendAnew(study, [first])
  await pollAll(context)
  await archive.upload(second)
  await pollAll(context)
  const settled = await settle()
  expect(settled).toMatchObject({ generation: 1, instancesHash: study.instancesHash, imageCount: 2 })
  expect(settled.filesHash).not.toBe(study.filesHash)
  expect(settled.contentHash).not.toBeNull()
})

test('the files of a study that was taken in before they were noted are noted silently', async () => {
  const { study, settle } = await takeInSettled()
  const forget = () => database.db.update(studies).set({ filesHash: null }).where(eq(studies.id, study.id))
  await forget()
  await missChanges()
  await sweep()
  const noted = await getStudy(database, study.orthancId)
  expect(noted).toEqual({ ...study, updatedAt: noted.updatedAt, archiveVersion: noted.archiveVersion })
  await forget()
  await database.db.update(studies).set({ settledAt: null }).where(eq(studies.id, study.id))
  expect(await settle()).toMatchObject({ generation: 1, filesHash: study.filesHash })
})

test('a sweep finds images that were sent anew and of which no change tells, and files that the archive compressed change nothing', async () => {
  const [other, compressed] = [await takeInSettled(), await takeInSettled()]
  await pack(context, compressed.study)
  for (const id of compressed.ids) await archive.compress(id)
  await sendAnew(other.study, other.corrected)
  await missChanges()
  await sweep()
  expect(await getStudy(database, other.study.orthancId)).toMatchObject({ settledAt: null })
  const { settledAt, filesHash } = await getStudy(database, compressed.study.orthancId)
  expect(settledAt).toEqual(compressed.study.settledAt)
  expect(filesHash).not.toBe(compressed.study.filesHash)
  expect(await other.settle()).toMatchObject({ generation: 2 })
})

const section = (id: string, text: string) => ({
  type: 'section',
  attrs: { id },
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const content: ReportContent = { type: 'doc', content: [section('findings', 'No fracture.'), section('impression', 'Normal.')] }

/** A doctor has displayed the images of a settled study, and begun to write its report. */
async function beginReport() {
  const { db } = database
  const taken = await takeInSettled()
  const { study, seriesInstanceUid } = taken
  const { admin, assignedDoctor } = await createCast(db)
  const { doctorId } = assignedDoctor
  await db.transaction((tx) => assign(tx, admin, { studyId: study.id, doctorId, priority: 'NORMAL', mode: 'add' }))
  const window = { studyId: study.id, windowId: randomUUID() }
  const { fence } = await db.transaction((tx) => holdReport(tx, assignedDoctor, { ...window, takeOver: false }))
  const held = { ...window, fence }
  const text = { kind: 'original', reason: '', content, templateName: null } as const
  const { revision } = await db.transaction((tx) => saveDraft(tx, assignedDoctor, { ...held, revision: 0, ...text }))
  const display = () =>
    db.transaction((tx) =>
      noteDisplayed(tx, assignedDoctor, { studyId: study.id, seriesInstanceUids: [seriesInstanceUid], loaded: [] }),
    )
  await display()
  const sign = (confirmed: readonly Confirmation[]) => {
    const signature = { meaning: 'final', confirmed, keyImages: [], requestId: randomUUID(), recallSeconds: 0 } as const
    return db.transaction((tx) => signReport(tx, assignedDoctor, { ...held, revision, ...signature }, () => true))
  }
  return { ...taken, sign, display }
}

test('the signer of a report is asked about images that were sent anew, also before the study has settled again', async () => {
  const { study, settle, corrected, sign, display } = await beginReport()
  await sendAnew(study, corrected)
  await pollAll(context)
  await expect(sign([])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  expect((await settle()).newImagesAt).toBeInstanceOf(Date)
  await expect(sign(['series'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  await expect(sign(['images'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  await display()
  await expect(sign(['images'])).resolves.toBeTypeOf('string')
})

test('the signer of a report is asked about an image that went and came again with other pixels after the study had settled', async () => {
  const { study, settle, corrected, ids, sign } = await beginReport()
  await archive.remove(`/instances/${ids[1]}`)
  await sweep()
  expect(await settle()).toMatchObject({ generation: 2, imageCount: 1 })
  await archive.upload(...corrected.slice(1))
  await pollAll(context)
  expect(await settle()).toMatchObject({ generation: 3, instancesHash: study.instancesHash })
  await expect(sign(['series'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
  await expect(sign(['images'])).rejects.toMatchObject({ code: 'REPORT_UNCONFIRMED' })
})

test('the signer of a report is not asked about the same images in other files', async () => {
  const { study, images, sign } = await beginReport()
  await pack(context, study)
  await sendAnew(study, images)
  await pollAll(context)
  await expect(sign([])).resolves.toBeTypeOf('string')
})
