import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenDb } from '@readroom/db/core/client'
import { zips } from '@readroom/db/images/zips.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import { requestStudyZip } from '@readroom/domain/images/zips'
import type { JobRun } from '@readroom/jobs/jobs'
import { addJob, openQueues } from '@readroom/jobs/queues'
import { eventually } from '@readroom/local/core/eventually'
import { hashInstances } from '@readroom/orthanc/instances-hash'
import { type SyntheticCt, syntheticCt } from '@readroom/orthanc/testing/synthetic-ct'
import { createRenderer } from '@readroom/pdf/renderer'
import { createHeartbeats } from '@readroom/process/heartbeats'
import { createStorage } from '@readroom/storage/create-storage'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { expect, inject } from 'vitest'
import { imagesOnly } from '../../operations/images-only.ts'
import { newUid, openArchive } from '../../studies/intake/archive.fixture.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { createMailer } from '../mail/transport.ts'
import { countEvents } from '../metrics.ts'
import { relayOnce } from '../outbox/relay.ts'
import { testPlaces } from '../places.fixture.ts'
import type { JobsContext } from './context.ts'
import { portal } from './mail.fixture.ts'

/** The first attempt of several; nothing stops it. */
export const firstRun: JobRun = { isLast: false, signal: new AbortController().signal }
export const lastRun: JobRun = { isLast: true, signal: new AbortController().signal }

/** The database behind a connection that breaks between the first commit after which `isDone`, and its answer. */
export function losingAnswer(db: OpenDb, isDone: () => Promise<boolean>): OpenDb {
  let isLost = false
  const transaction: OpenDb['transaction'] = async (work, config) => {
    const result = await db.transaction(work, config)
    if (isLost || !(await isDone())) return result
    isLost = true
    throw new Error('Connection terminated unexpectedly')
  }
  return new Proxy(db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) })
}

/** Everything that jobs use, started for real. */
export async function openJobs() {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
  const [database, archive] = await Promise.all([
    createTestDatabase(inject('databaseUrl')),
    openArchive({ settings: { MaximumStorageCacheSize: 0 } }),
  ])
  const storage = createStorage({ driver: 'local', dir })
  const queues = openQueues(inject('redisUrl'), `test-${randomUUID()}`, silent)
  await eventually(() => expect(queues.connection.status).toBe('ready'))
  const orthanc = imagesOnly(archive.orthanc, database.db)
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@readroom.example' })
  const services = {
    database,
    patientDatabase: database,
    orthanc,
    storage,
    queues,
    mailer,
    portal,
    log: silent,
    heartbeats: createHeartbeats(),
    counters: countEvents(new Registry()),
  }
  const renderer = createRenderer()
  const context: JobsContext = {
    ...services,
    reports: { renderer, sealKey: null, zone: 'Europe/London' },
    escalation: true,
    turnaroundGoalPercent: 85,
    zipExpiresDays: 7,
    orderEndDays: 30,
    places: testPlaces,
    scannerIdentity: null,
    zipPrebuildDays: 3,
  }
  const { db } = database

  /** A settled study of small images, in the archive and in the database. */
  async function addStudy(count: number, image: Partial<SyntheticCt> = {}) {
    const studyInstanceUid = newUid()
    const seriesInstanceUid = newUid()
    const files = Array.from({ length: count }, (_, index) =>
      syntheticCt({ studyInstanceUid, seriesInstanceUid, sopInstanceUid: newUid(), instanceNumber: index + 1, ...image }),
    )
    const stored = await archive.upload(...files)
    const settled = {
      generation: 1,
      imageCount: count,
      settledAt: new Date(),
      instancesHash: hashInstances(stored.map(({ ID }) => ID)),
    }
    const study = await createStudy(db, { orthancId: stored[0]?.ParentStudy ?? '', studyInstanceUid, ...settled })
    return { study, files, stored }
  }

  const request = (study: { id: string; generation: number }) => db.transaction((tx) => requestStudyZip(tx, study))

  async function getZip(zipId: string) {
    const [row] = await db.select().from(zips).where(eq(zips.id, zipId))
    if (!row) throw new Error('no such ZIP')
    return row
  }

  async function getStudy(id: string) {
    const [row] = await db.select().from(studies).where(eq(studies.id, id))
    if (!row) throw new Error('no such study')
    return row
  }

  /** Relays the outbox as the worker does. Jobs reach the queue; returns the types of the live events. */
  async function relay(): Promise<string[]> {
    const live: string[] = []
    const publish = async (event: { type: string }) => void live.push(event.type)
    while (
      (await relayOnce({
        database,
        log: silent,
        publish,
        addJob: (job) => addJob(queues, job),
      })) > 0
    );
    return live
  }

  /** Names of the objects in storage, unfinished ones included. */
  async function listObjects(): Promise<string[]> {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => `zips/${entry.name}`)
  }

  async function close(): Promise<void> {
    renderer.close()
    await queues.close()
    await archive.close()
    await database.drop()
    await rm(dir, { recursive: true, force: true })
  }

  return { context, database, db, dir, archive, addStudy, request, getZip, getStudy, relay, listObjects, close }
}

export type OpenJobs = Awaited<ReturnType<typeof openJobs>>
