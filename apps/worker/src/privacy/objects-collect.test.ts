import { randomUUID } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { zips } from '@readroom/db/images/zips.schema'
import { deadLetters } from '@readroom/db/operations/dead-letters.schema'
import { documents } from '@readroom/db/patients/documents.schema'
import { keyImages } from '@readroom/db/reading/key-images.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import {
  createDoctor,
  createDocument,
  createKeyImage,
  createReport,
  createStudy,
  createUser,
} from '@readroom/db/testing/factories'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OpenJobs, openJobs } from '../core/jobs/jobs.fixture.ts'
import { collectObjects } from './objects-collect.ts'

const DAY_MS = 24 * 3_600_000

let jobs: OpenJobs

beforeAll(async () => {
  jobs = await openJobs()
})
afterAll(() => jobs?.close())
beforeEach(async () => {
  await rm(jobs.dir, { recursive: true, force: true })
  await jobs.db.delete(zips)
  await jobs.db.delete(reports)
  await jobs.db.delete(documents)
  await jobs.db.delete(keyImages)
  await jobs.db.delete(deadLetters)
})

async function put(key: string, age = 0) {
  await jobs.context.storage.put(key, Buffer.from('file'), { contentType: 'application/octet-stream' })
  const at = new Date(Date.now() - age)
  await utimes(join(jobs.dir, key), at, at)
  return key
}

const isThere = async (key: string) => (await jobs.context.storage.head(key)) !== null
const newKey = (folder: string) => `${folder}/${randomUUID()}`

async function addReport(objectKey: string) {
  const { doctor, user } = await createDoctor(jobs.db)
  const study = await createStudy(jobs.db)
  const report = await createReport(jobs.db, { studyId: study.id, doctorId: doctor.id, uploadedBy: user.id, status: 'draft' })
  await jobs.db.update(reports).set({ objectKey }).where(eq(reports.id, report.id))
  return report.id
}

async function addDocument(objectKey: string, fields: { deletedAt?: Date } = {}) {
  const [study, user] = [await createStudy(jobs.db), await createUser(jobs.db, 'admin')]
  const { patientRowId, id: studyId } = study
  return createDocument(jobs.db, { patientRowId, studyId, uploadedBy: user.id, objectKey, ...fields })
}

async function addZip(objectKey: string) {
  const study = await createStudy(jobs.db, { generation: 1, imageCount: 1, settledAt: new Date() })
  const expiresAt = new Date(Date.now() + DAY_MS)
  const [zip] = await jobs.db
    .insert(zips)
    .values({ studyId: study.id, generation: 1, state: 'completed', objectKey, sizeBytes: 4, expiresAt })
    .returning()
  return { study, zipId: zip?.id ?? '' }
}

test('old files that no row names go; new ones, named ones and those of other folders stay', async () => {
  const [named, unnamed, young, foreign] = [
    await put(newKey('reports'), 30 * DAY_MS),
    await put(newKey('reports'), 2 * DAY_MS),
    await put(newKey('reports')),
    await put(newKey('elsewhere'), 2 * DAY_MS),
  ]
  const [zip, oldZip] = [await put(newKey('zips'), 2 * DAY_MS), await put(newKey('zips'), 2 * DAY_MS)]
  await addReport(named)
  await addZip(zip)
  await collectObjects(jobs.context)
  expect(await Promise.all([named, young, foreign, zip].map(isThere))).toEqual([true, true, true, true])
  expect(await Promise.all([unnamed, oldZip].map(isThere))).toEqual([false, false])
  expect(await jobs.db.$count(deadLetters)).toBe(0)
})

test('pictures of key images stay as long as their rows; what no row names goes', async () => {
  const [named, unnamed] = [await put(newKey('key-images'), 30 * DAY_MS), await put(newKey('key-images'), 2 * DAY_MS)]
  const [study, user] = [await createStudy(jobs.db), await createUser(jobs.db, 'admin')]
  const of = { studyId: study.id, takenBy: user.id }
  await createKeyImage(jobs.db, { ...of, objectKey: named })
  const { id, objectKey } = await createKeyImage(jobs.db, of)
  await collectObjects(jobs.context)
  expect(await Promise.all([named, unnamed].map(isThere))).toEqual([true, false])
  const reason = `The picture of a key image is missing from storage: ${objectKey}`
  expect(await jobs.db.select().from(deadLetters)).toMatchObject([{ reason, payload: { id } }])
})

test('a file of a deleted draft is left to its row', async () => {
  const key = await put(newKey('reports'), 2 * DAY_MS)
  const id = await addReport(key)
  await jobs.db.update(reports).set({ deletedAt: new Date() }).where(eq(reports.id, id))
  await collectObjects(jobs.context)
  expect(await isThere(key)).toBe(true)
})

test('files of deleted documents go, however many; others stay, and a missing one is put before the operators', async () => {
  const deleted = await Promise.all(Array.from({ length: 25 }, () => put(newKey('documents'), 2 * DAY_MS)))
  for (const key of deleted) await addDocument(key, { deletedAt: new Date() })
  const kept = await put(newKey('documents'), 2 * DAY_MS)
  await addDocument(kept)
  const { id, objectKey } = await addDocument(newKey('documents'))
  await collectObjects(jobs.context)
  expect(await Promise.all(deleted.map(isThere))).toEqual(deleted.map(() => false))
  expect(await isThere(kept)).toBe(true)
  const reason = `The file of a document is missing from storage: ${objectKey}`
  expect(await jobs.db.select().from(deadLetters)).toMatchObject([{ reason, payload: { id } }])
})

test('a report whose file is missing is put before the operators, once', async () => {
  await addReport(await put(newKey('reports')))
  const key = newKey('reports')
  const id = await addReport(key)
  await collectObjects(jobs.context)
  await collectObjects(jobs.context)
  const letters = await jobs.db.select().from(deadLetters)
  expect(letters).toMatchObject([{ reason: `The file of a report is missing from storage: ${key}`, payload: { id }, times: 2 }])
})

test('a ZIP whose file is missing ends, and the next one who asks gets another', async () => {
  await addZip(await put(newKey('zips')))
  const { zipId, study } = await addZip(newKey('zips'))
  await jobs.relay()
  await collectObjects(jobs.context)
  expect(await jobs.getZip(zipId)).toMatchObject({ state: 'expired', objectKey: null })
  expect(await jobs.relay()).toEqual(['study.changed'])
  expect((await jobs.request(study)).created).toBe(true)
  expect(await jobs.db.$count(deadLetters)).toBe(0)
})

test('a storage that has nothing at all is the wrong one: its rows are left alone', async () => {
  const { zipId } = await addZip(newKey('zips'))
  await addZip(newKey('zips'))
  await collectObjects(jobs.context)
  expect((await jobs.getZip(zipId)).state).toBe('completed')
  expect(await jobs.db.select().from(deadLetters)).toMatchObject([
    { reason: expect.stringContaining('None of the 2 files of zips') },
  ])
})

test('reports that an older database does not know are left alone, and put before the operators', async () => {
  await addReport(await put(newKey('reports')))
  const newer = await Promise.all(Array.from({ length: 21 }, () => put(newKey('reports'), 2 * DAY_MS)))
  await collectObjects(jobs.context)
  expect(await Promise.all(newer.map(isThere))).toEqual(newer.map(() => true))
  const letters = await jobs.db.select().from(deadLetters)
  expect(letters).toMatchObject([{ reason: expect.stringContaining('named by no row, and were left alone') }])
})
