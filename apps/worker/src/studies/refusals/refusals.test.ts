import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { auditLog } from '@readroom/db/core/audit.schema'
import { listRefusals } from '@readroom/db/studies/refusals'
import { createLab } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openArchive } from '../intake/archive.fixture.ts'
import { ageStudy, getStudy, listEvents, makeContext, pollAll } from '../intake/intake.fixture.ts'
import { settleOnce } from '../intake/settle.ts'
import { forgetArrivals, noteRefusals } from './refusals.ts'

let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
/** Another one, because a disk cannot be made full and empty again. */
let full: Awaited<ReturnType<typeof openArchive>>

beforeEach(async () => {
  ;[database, archive, full] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive(),
    openArchive({ settings: { ReadroomSmallestFree: 101 } }),
  ])
})
afterEach(async () => {
  await Promise.all([archive.close(), full.close()])
  await database.drop()
})

const logOf = () => join(full.dir, 'storage', 'refused-objects.log')
const contextOf = () => makeContext(database, archive.orthanc, { storageDir: join(full.dir, 'storage') })
const refuse = (callingAeTitle: string, ...images: Buffer[]) =>
  expect(full.store(callingAeTitle, ...images)).rejects.toThrow('storescu')

async function listed() {
  while ((await noteRefusals(contextOf())).more);
  return (await listRefusals(database.db, 10)).rows
}

/** Takes everything in that came, as complete, and looks for what was refused. */
async function takeIn(uploaded: { ParentStudy: string }[]): Promise<void> {
  await pollAll(contextOf())
  for (const { ParentStudy } of uploaded) await ageStudy(database, ParentStudy)
  await settleOnce(contextOf())
  await forgetArrivals(contextOf())
}

test('what was refused is listed by study and sender until it has come, image by image', async () => {
  const [StudyInstanceUID, other] = [newUid(), newUid()]
  const study = { StudyInstanceUID, PatientID: 'ID-1' }
  const [one, two, elsewhere] = [makeImage(study), makeImage(study), makeImage({ StudyInstanceUID: other })]
  for (const image of [one, two, one]) await refuse('CT1', image)
  await refuse('CT2', elsewhere)
  const all = await listed()
  expect(all).toMatchObject([
    { studyInstanceUid: other, callingAeTitle: 'CT2', images: 1 },
    { studyInstanceUid: StudyInstanceUID, callingAeTitle: 'CT1', reason: 'no-room', images: 2 },
  ])
  expect(await readFile(logOf(), 'latin1')).not.toMatch(/Sample|Patient/)

  await takeIn(await archive.upload(two))
  expect(await listed()).toMatchObject([{ studyInstanceUid: other }, { studyInstanceUid: StudyInstanceUID, images: 1 }])
  await takeIn(await archive.upload(one))
  expect(await listed()).toMatchObject([{ studyInstanceUid: other }])
})

test('a study has one line in its history for each refusal, and the audit log one if the study has not come', async () => {
  const lab = await createLab(database.db, { identifier: 'CT1' })
  const study = { StudyInstanceUID: newUid(), PatientID: 'ID-1' }
  const [first, one, two] = [makeImage(study), makeImage(study), makeImage(study)]
  const refusalsOf = async (id: string) => (await listEvents(database, id)).filter((event) => event === 'images_refused')
  const noted = () => database.db.select().from(auditLog).where(eq(auditLog.action, 'refusal.noted'))
  await refuse('CT1', one)
  await listed()
  await listed()
  const details = { studyInstanceUid: study.StudyInstanceUID, callingAeTitle: 'CT1', reason: 'no-room' }
  expect(await noted()).toMatchObject([{ targetType: 'lab', targetId: lab.id, details }])

  const uploaded = await archive.upload(first)
  await takeIn(uploaded)
  const { id } = await getStudy(database, uploaded[0]?.ParentStudy ?? '')
  await Promise.all([forgetArrivals(contextOf()), forgetArrivals(contextOf())])
  expect(await refusalsOf(id)).toHaveLength(1)
  await refuse('CT2', two)
  await listed()
  await forgetArrivals(contextOf())
  expect(await refusalsOf(id)).toHaveLength(2)
  expect(await noted()).toHaveLength(1)
})

test('an image that the archive has already and that is refused when it comes again is no loss', async () => {
  const image = makeImage()
  await takeIn(await archive.upload(image))
  await refuse('CT1', image)
  expect(await listed()).toHaveLength(1)
  await forgetArrivals(contextOf())
  expect(await listed()).toEqual([])
})

test('two workers note it once, and a scanner that sends the same over and over adds nothing', async () => {
  const image = makeImage()
  for (let times = 0; times < 3; times++) await refuse('CT1', image)
  await Promise.all([noteRefusals(contextOf()), noteRefusals(contextOf())])
  expect(await listed()).toMatchObject([{ images: 1 }])
})

test('a scanner that was refused over HTTP or under a strange name breaks no line', async () => {
  await full.offer(makeImage({ StudyInstanceUID: '1.2.3\tx\ny' }))
  await refuse('A B|"\'', makeImage())
  expect(await listed()).toMatchObject([{ callingAeTitle: 'A B|"\'' }, { callingAeTitle: '' }])
})

test('the log stays small: it is begun anew, and only one before is kept', async () => {
  await refuse('CT1', makeImage())
  expect(await listed()).toHaveLength(1)
  await writeFile(logOf(), `old\n${'x'.repeat(1100 * 1024)}\n`)
  await refuse('CT2', makeImage())
  expect((await stat(logOf())).size).toBeLessThan(1000)
  expect(await listed()).toHaveLength(2)
})

test('where it cannot be noted, it is refused all the same', async () => {
  await mkdir(logOf())
  await refuse('CT1', makeImage())
  expect(await full.orthanc.listStudies(0, 10)).toEqual([])
})
