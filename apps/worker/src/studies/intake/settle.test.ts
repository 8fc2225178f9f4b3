import { zips } from '@readroom/db/images/zips.schema'
import { reportDrafts } from '@readroom/db/reading/reading.schema'
import { findDraft } from '@readroom/db/reading/report-drafts'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createLab, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { claimStudies, setLocation } from '@readroom/domain/people/locations'
import { haveImagesChanged } from '@readroom/domain/reading/changed-images'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArchive } from './archive.fixture.ts'
import type { IntakeContext } from './context.ts'
import { ageStudy, getStudy, listEvents, listLive, makeContext, pollAll } from './intake.fixture.ts'
import { compareStudy } from './one-study.ts'
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

async function takeIn(...images: Buffer[]) {
  const [first] = await archive.upload(...images)
  await pollAll(context)
  return getStudy(database, first?.ParentStudy ?? '')
}

async function settle({ orthancId }: { orthancId: string }) {
  await ageStudy(database, orthancId)
  await settleOnce(context)
  return getStudy(database, orthancId)
}

const zipsOf = (studyId: string) => database.db.select().from(zips).where(eq(zips.studyId, studyId)).orderBy(zips.generation)

const imagesOfOneStudy = () => {
  const study = { StudyInstanceUID: newUid(), PatientID: newUid() }
  return (tags: object = {}) => makeImage({ ...study, ...tags })
}

test('a study settles once nothing new came for the settle time', async () => {
  const study = await takeIn(makeImage())
  await settleOnce(context)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ settledAt: null, status: 'new_study_received' })

  const settled = await settle(study)
  expect(settled).toMatchObject({ status: 'pending_assignment', generation: 1 })
  expect(settled.settledAt).toBeInstanceOf(Date)
  expect(settled.instancesHash).toMatch(/^[0-9a-f]{64}$/)
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled'])
  expect(await listLive(database, study.id)).toEqual(['study.received', 'study.status', 'study.settled'])
  expect(await zipsOf(study.id)).toMatchObject([{ generation: 1, state: 'queued' }])
})

test('images that came since the last poll put settling off', async () => {
  const image = imagesOfOneStudy()
  const study = await takeIn(image())
  await archive.upload(image())
  expect(await settle(study)).toMatchObject({ settledAt: null, imageCount: 2 })
  expect(await settle(study)).toMatchObject({ imageCount: 2, generation: 1, status: 'pending_assignment' })
  await pollAll(context)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ imageCount: 2, generation: 1 })
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled'])
})

test('late images open the study again, say so, and leave its status', async () => {
  const image = imagesOfOneStudy()
  const study = await takeIn(image())
  await settle(study)
  await database.db.update(studies).set({ status: 'report_finalized' }).where(eq(studies.id, study.id))

  expect(await takeIn(image({ Modality: 'MR' }))).toMatchObject({ settledAt: null, imageCount: 2, status: 'report_finalized' })
  const settled = await settle(study)
  expect(settled).toMatchObject({ status: 'report_finalized', generation: 2, modalities: ['CT', 'MR'] })
  expect(settled.newImagesAt).toBeInstanceOf(Date)
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled', 'images_added', 'settled'])
  expect(await zipsOf(study.id)).toMatchObject([
    { generation: 1, state: 'superseded' },
    { generation: 2, state: 'queued' },
  ])
})

test('late images of a study that nobody has taken in hand raise no flag', async () => {
  const image = imagesOfOneStudy()
  const study = await takeIn(image())
  await settle(study)
  expect(await takeIn(image())).toMatchObject({ settledAt: null, newImagesAt: null, status: 'pending_assignment' })
  expect(await settle(study)).toMatchObject({ status: 'pending_assignment', generation: 2 })
})

test('images that arrive while a doctor has the study raise the flag, settled or not', async () => {
  const image = imagesOfOneStudy()
  const study = await takeIn(image())
  await database.db.update(studies).set({ status: 'assigned_to_doctor' }).where(eq(studies.id, study.id))
  expect((await takeIn(image())).newImagesAt).toBeInstanceOf(Date)
  expect(await settle(study)).toMatchObject({ status: 'assigned_to_doctor', generation: 1 })
  expect(await listEvents(database, study.id)).toEqual(['received', 'images_added', 'settled'])
})

test('a settled study whose images are sent again stays as it is', async () => {
  const image = makeImage()
  const settled = await settle(await takeIn(image))
  expect(await takeIn(image)).toEqual(settled)
})

test('a settled study whose images were sent anew under another name gets a new ZIP', async () => {
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid(), PatientID: newUid() }
  const study = await settle(await takeIn(makeImage({ ...uids, PatientName: 'Wrong^Name' })))
  await archive.remove(`/studies/${study.orthancId}`)
  expect(await takeIn(makeImage({ ...uids, PatientName: 'Right^Name' }))).toMatchObject({ patientName: 'Right Name' })
  expect(await settle(study)).toMatchObject({ generation: 2, instancesHash: study.instancesHash })
  expect(await zipsOf(study.id)).toMatchObject([
    { generation: 1, state: 'superseded' },
    { generation: 2, state: 'queued' },
  ])
})

test('a name that was stored without its parts gets them from images with the same words, and is no other name', async () => {
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid(), PatientID: newUid() }
  const image = makeImage({ ...uids, PatientName: 'Doe^Jane' })
  const study = await settle(await takeIn(image))
  await database.db.update(studies).set({ dicomPatientName: 'Doe Jane' }).where(eq(studies.id, study.id))
  await archive.remove(`/studies/${study.orthancId}`)
  const { instancesHash } = study
  expect(await takeIn(image)).toMatchObject({ patientPn: 'Doe^Jane', patientName: 'Doe Jane', instancesHash })
})

test('whoever writes a report of images that were sent anew under another name is told, and asked before they sign', async () => {
  const uids = { StudyInstanceUID: newUid(), SeriesInstanceUID: newUid(), SOPInstanceUID: newUid(), PatientID: newUid() }
  const study = await settle(await takeIn(makeImage({ ...uids, PatientName: 'Wrong^Name' })))
  await database.db.update(studies).set({ status: 'report_in_progress' }).where(eq(studies.id, study.id))
  const { id: savedBy } = await createUser(database.db, 'doctor_account')
  const text = { revision: 1, kind: 'original' as const, reason: '', content: { type: 'doc' as const, content: [] }, savedBy }
  await database.db.insert(reportDrafts).values({ ...text, studyId: study.id, instancesHash: study.instancesHash })
  const isAsked = async () => {
    const { draft } = (await findDraft(database.db, study.id)) ?? {}
    return draft && haveImagesChanged(await getStudy(database, study.orthancId), draft)
  }
  expect(await isAsked()).toBe(false)
  await archive.remove(`/studies/${study.orthancId}`)
  await takeIn(makeImage({ ...uids, PatientName: 'Right^Name' }))
  expect(await isAsked()).toBe(true)
  expect((await settle(study)).newImagesAt).toBeInstanceOf(Date)
  expect(await isAsked()).toBe(true)
})

test('a study that vanished before it settled is flagged and not tried again', async () => {
  const study = await takeIn(makeImage())
  await archive.remove(`/studies/${study.orthancId}`)
  const gone = await settle(study)
  expect(gone).toMatchObject({ settledAt: null, status: 'new_study_received' })
  expect(gone.imagesMissingAt).toBeInstanceOf(Date)
  await settleOnce(context)
  expect(await listEvents(database, study.id)).toEqual(['received', 'images_missing'])
})

test('a study from which images were taken settles with those that are left', async () => {
  const image = imagesOfOneStudy()
  const study = await takeIn(image())
  const [extra] = await archive.upload(image())
  await pollAll(context)
  await settle(study)
  await archive.remove(`/instances/${extra?.ID}`)
  await database.db.update(studies).set({ settledAt: null }).where(eq(studies.id, study.id))
  expect(await settle(study)).toMatchObject({ imageCount: 1, generation: 2 })
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled', 'images_missing', 'settled'])
})

test('two workers settle a study once', async () => {
  const study = await takeIn(makeImage())
  await ageStudy(database, study.orthancId)
  await Promise.all([settleOnce(context), settleOnce(context), settleOnce(context)])
  expect(await listEvents(database, study.id)).toEqual(['received', 'settled'])
  expect(await zipsOf(study.id)).toHaveLength(1)
})

test('another laboratory’s images that came while nobody looked are found when the study settles, once', async () => {
  const image = imagesOfOneStudy()
  const series = { SeriesInstanceUID: newUid() }
  const lab = await createLab(database.db, { identifier: 'OWNLAB' })
  await createLab(database.db, { identifier: 'PASSINGLAB' })
  const first = image(series)
  await archive.store('OWNLAB', first)
  await pollAll(context)
  const [taken] = await archive.upload(first)
  const study = await getStudy(database, taken?.ParentStudy ?? '')
  for (const sender of ['PASSINGLAB', 'OWNLAB']) await archive.store(sender, image(series))
  await compareStudy(context, study.orthancId)
  expect(await getStudy(database, study.orthancId)).toMatchObject({ labId: lab.id, labConflictAt: null, imageCount: 3 })
  const found = await settle(study)
  expect(found).toMatchObject({ labId: null })
  expect(found.settledAt).toBeInstanceOf(Date)
  expect(found.labConflictAt).toBeInstanceOf(Date)

  const actor = await createActor(database.db, await createUser(database.db, 'admin'))
  await database.db.transaction((tx) => setLocation(tx, actor, { studyId: study.id, locationId: lab.id, others: false }))
  await archive.store('OWNLAB', image(series))
  await compareStudy(context, study.orthancId)
  const again = await settle(study)
  expect(again).toMatchObject({ labId: lab.id, labConflictAt: null, imageCount: 4 })
  expect(again.settledAt).toBeInstanceOf(Date)
})

test('another laboratory’s images are found when its AE title is registered after they came, once', async () => {
  const image = imagesOfOneStudy()
  const lab = await createLab(database.db, { identifier: 'EARLYLAB' })
  const first = image({ SeriesInstanceUID: newUid() })
  await archive.store('EARLYLAB', first)
  await pollAll(context)
  const [taken] = await archive.upload(first)
  const study = await getStudy(database, taken?.ParentStudy ?? '')
  await archive.store('LATELAB', image({ SeriesInstanceUID: newUid() }))
  await compareStudy(context, study.orthancId)
  expect(await settle(study)).toMatchObject({ labId: lab.id, labConflictAt: null })

  const late = await createLab(database.db, { identifier: 'LATELAB' })
  const actor = await createActor(database.db, await createUser(database.db, 'admin'))
  const claim = () => database.db.transaction((tx) => claimStudies(tx, actor, { labId: late.id, aeTitle: 'LATELAB' }))
  expect(await claim()).toBe(0)
  const contested = await getStudy(database, study.orthancId)
  expect(contested).toMatchObject({ labId: null })
  expect(contested.labConflictAt).toBeInstanceOf(Date)
  await database.db.transaction((tx) => setLocation(tx, actor, { studyId: study.id, locationId: lab.id, others: false }))
  await claim()
  expect(await getStudy(database, study.orthancId)).toMatchObject({ labId: lab.id, labConflictAt: null })
})

test('two laboratories claim a study if the AE titles of both are registered after its images came', async () => {
  const image = imagesOfOneStudy()
  const first = image({ SeriesInstanceUID: newUid() })
  await archive.store('NEWEAST', first)
  await pollAll(context)
  const [taken] = await archive.upload(first)
  const study = await getStudy(database, taken?.ParentStudy ?? '')
  await archive.store('NEWWEST', image({ SeriesInstanceUID: newUid() }))
  await compareStudy(context, study.orthancId)
  const actor = await createActor(database.db, await createUser(database.db, 'admin'))
  const register = async (aeTitle: string) => {
    const lab = await createLab(database.db, { identifier: aeTitle })
    await database.db.transaction((tx) => claimStudies(tx, actor, { labId: lab.id, aeTitle }))
  }
  await register('NEWWEST')
  expect(await getStudy(database, study.orthancId)).toMatchObject({ labId: null, labConflictAt: null })
  await register('NEWEAST')
  expect((await getStudy(database, study.orthancId)).labConflictAt).toBeInstanceOf(Date)
})
