import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Database } from '@readroom/db/core/client'
import { openDatabase } from '@readroom/db/core/client'
import { asOwner } from '@readroom/db/core/owner'
import { createDoctor, createReport, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { startOrthanc } from '@readroom/local/services/orthanc'
import type {} from '@readroom/local/suites/vitest-services'
import { createOrthanc } from '@readroom/orthanc/client'
import { makeImage, newUid } from '@readroom/orthanc/testing/make-image'
import type { OrthancAddress } from '@readroom/orthanc/transport'
import { createStorage } from '@readroom/storage/create-storage'
import { inject } from 'vitest'
import type { Stack } from '../core/stack.ts'

export type TestStack = Stack & { archive: OrthancAddress; dir: string; close: () => Promise<void> }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Creates a database without a schema, and a pool as the programs have. */
async function createEmptyDatabase(): Promise<Pick<Database, 'db' | 'pool'> & { url: string; drop: () => Promise<void> }> {
  const admin = inject('databaseUrl')
  const name = `readroom_test_${randomUUID().replaceAll('-', '')}`
  await asOwner(admin, (_, client) => client.query(`create database ${name}`))
  const url = new URL(admin)
  url.pathname = `/${name}`
  const { db, pool, close } = openDatabase(url.href, { max: 3, onError: () => {} })
  const drop = async () => {
    await close()
    await asOwner(admin, (_, client) => client.query(`drop database ${name} with (force)`))
  }
  return { db, pool, url: url.href, drop }
}

/** Opens a new stack: a migrated or `empty` database, an empty archive and an empty storage. */
export async function openStack({ empty = false } = {}): Promise<TestStack> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-stack-'))
  const [{ db, pool, url, drop }, archive] = await Promise.all([
    empty ? createEmptyDatabase() : createTestDatabase(inject('databaseUrl')),
    startOrthanc({ dir: join(dir, 'archive'), durable: false, settings: { MaximumStorageCacheSize: 0 } }),
  ])
  const orthanc = createOrthanc(archive)
  const close = async () => {
    await orthanc.close()
    await archive.kill()
    await drop()
    await rm(dir, { recursive: true, force: true })
  }
  return { db, pool, url, archive, orthanc, storage: createStorage({ driver: 'local', dir: join(dir, 'objects') }), dir, close }
}

async function addImages({ orthanc }: TestStack, images: Buffer[]) {
  const added = []
  for (const image of images) added.push(await orthanc.addInstance(Readable.from([image], { objectMode: false }), image.length))
  return added
}

/** Adds a study of two series and three images to archive and database, with a report. */
export async function addReportedStudy(stack: TestStack) {
  const { db, storage } = stack
  const [study, series] = [{ StudyInstanceUID: newUid(), PatientID: newUid().slice(0, 30) }, { SeriesInstanceUID: newUid() }]
  const images = [makeImage({ ...study, ...series }), makeImage({ ...study, ...series }), makeImage(study)]
  const instances = await addImages(stack, images)
  const orthancId = instances[0]?.ParentStudy ?? ''
  const studyInstanceUid = study.StudyInstanceUID
  const settled = { settledAt: new Date(), status: 'report_finalized' as const, generation: 1 }
  const row = await createStudy(db, { orthancId, studyInstanceUid, seriesCount: 2, imageCount: 3, ...settled })
  const { doctor, user } = await createDoctor(db)
  const file = Buffer.from(`the report of ${orthancId}`)
  const objectKey = `reports/${randomUUID()}.pdf`
  await storage.put(objectKey, file, { contentType: 'application/pdf' })
  const report = { studyId: row.id, doctorId: doctor.id, uploadedBy: user.id, status: 'finalized' as const }
  await createReport(db, { ...report, objectKey, sha256: sha256(file), sizeBytes: file.length })
  return { id: row.id, orthancId, instances: instances.map(({ ID }) => ID), objectKey, file, user }
}

/** Returns the path of an image's file in the archive. */
export async function fileOfImage({ dir, orthanc }: TestStack, studyId: string, imageId: string): Promise<string> {
  const uuid = (await orthanc.listStoredInstances(studyId)).find(({ ID }) => ID === imageId)?.FileUuid ?? ''
  return join(dir, 'archive', 'storage', uuid.slice(0, 2), uuid.slice(2, 4), uuid)
}

/** Adds a study that the database does not know. Returns its id in the archive. */
export async function addUnknownStudy(stack: TestStack): Promise<string> {
  const [added] = await addImages(stack, [makeImage()])
  return added?.ParentStudy ?? ''
}
