import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { hl7Connections, hl7Messages } from '@readroom/db/orders/hl7.schema'
import { modalityWorklists } from '@readroom/db/orders/modality-worklists.schema'
import { orderMatches, orders, performedSteps } from '@readroom/db/orders/orders.schema'
import { patients } from '@readroom/db/patients/patients.schema'
import { labAeTitles } from '@readroom/db/people/labs.schema'
import { studies } from '@readroom/db/studies/studies.schema'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { worklistAeTitle } from '@readroom/demo/hospital/connect-hospital'
import { hospitalAuthority, hospitalPatients, hospitalVisits, knownId, type Visit } from '@readroom/demo/hospital/hospital-visits'
import { openJournal } from '@readroom/demo/hospital/journal'
import { playAdmissions, playVisits } from '@readroom/demo/hospital/play-visits'
import { archiveAeTitle, openReceivers } from '@readroom/demo/hospital/receivers'
import { assign } from '@readroom/domain/studies/assignments/assignments'
import { parseMessage } from '@readroom/hl7/message/message'
import { eventually } from '@readroom/local/core/eventually'
import { startRedis } from '@readroom/local/services/redis'
import { eq } from 'drizzle-orm'
import getPort from 'get-port'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { Env } from '../config.ts'
import { dicomSettings } from '../reports/results/channels/dicom.fixture.ts'
import { createDestination, hl7Settings, openLaboratory, statesOf } from '../reports/results/results.fixture.ts'
import { openArchive } from '../studies/intake/archive.fixture.ts'
import { silent } from '../studies/intake/intake.fixture.ts'
import { startWorker } from '../worker.ts'

let dir: string
let database: TestDatabase
let archive: Awaited<ReturnType<typeof openArchive>>
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'readroom-hospital-'))
  ;[database, archive] = await Promise.all([createTestDatabase(inject('databaseUrl')), openArchive()])
})
afterAll(async () => {
  await archive.close()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Starts a whole worker that serves the hospital's connections. */
async function startSystem(worklistPort: number) {
  const redis = await startRedis({ dir: join(dir, 'redis'), durable: false })
  const worker = await startWorker(
    Env.parse({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      ORTHANC_URL: archive.url,
      ORTHANC_USERNAME: archive.username,
      ORTHANC_PASSWORD: archive.password,
      PUBLIC_URL: 'http://localhost:8080',
      SMTP_URL: 'smtp://127.0.0.1:1',
      STORAGE_DIR: join(dir, 'storage'),
      SETTLE_SECONDS: '1',
      HL7_HOST: '127.0.0.1',
      WORKLIST_HOST: '127.0.0.1',
      WORKLIST_PORT: String(worklistPort),
      RESULTS_NETWORKS: '127.0.0.1',
    }),
    silent,
  )
  onTestFinished(async () => {
    await worker.stop()
    await redis.kill()
  })
}

/** Connects to a port. Rejects while it is closed. */
async function reach(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  socket.destroy()
}

test("the hospital's orders come back as reports, and a second start sends nothing again", async () => {
  const { db } = database
  const { lab, admin, assignedDoctor, sign } = await openLaboratory(db)
  const [ordersPort, worklistPort] = [await getPort(), await getPort()]
  const received = join(dir, 'received')
  const receivers = await openReceivers({ dir: received, results: 0, archive: 0 })
  onTestFinished(() => receivers.close())
  await db.insert(labAeTitles).values({ aeTitle: 'CITY', labId: lab.id })
  await db
    .insert(modalityWorklists)
    .values({ labId: lab.id, calledAeTitle: worklistAeTitle, allowedAddresses: ['127.0.0.1'], isEnabled: true })
  await db.insert(hl7Connections).values({
    labId: lab.id,
    name: 'Hospital',
    port: ordersPort,
    allowedAddresses: ['127.0.0.1'],
    charset: 'UNICODE UTF-8',
    mapping: Hl7Mapping.parse({ patientAuthority: hospitalAuthority }),
    isEnabled: true,
  })
  const results = await createDestination(db, lab.id, hl7Settings(receivers.resultsPort))
  const documents = await createDestination(
    db,
    lab.id,
    dicomSettings(receivers.archivePort, { calledAeTitle: archiveAeTitle, document: 'sr' }),
  )
  await startSystem(worklistPort)

  const report = async ({ accessionNumber }: Visit, studyInstanceUid: string) => {
    const study = await eventually(async () => {
      const [row] = await db.select().from(studies).where(eq(studies.studyInstanceUid, studyInstanceUid))
      expect(row).toMatchObject({ status: 'pending_assignment', accessionNumber })
      return row
    })
    const studyId = study?.id ?? ''
    await db.transaction((tx) =>
      assign(tx, admin, { studyId, doctorId: assignedDoctor.doctorId, priority: 'NORMAL', mode: 'add' }),
    )
    await sign(studyId)
  }
  const links = {
    orders: { host: '127.0.0.1', port: ordersPort },
    worklist: { host: '127.0.0.1', port: worklistPort, aeTitle: 'CITY', calledAeTitle: worklistAeTitle },
    archive: { host: '127.0.0.1', port: archive.dicomPort, callingAeTitle: 'CITY', calledAeTitle: 'READROOM' },
  }
  const madeAt = new Date()
  const visits = hospitalVisits(madeAt).map((visit) => ({ ...visit, size: { images: 2, rows: 32, columns: 32 } }))
  const play = async () => {
    const journal = await openJournal(join(dir, 'journal.json'))
    await playVisits({ links, journal, timeZone: 'Asia/Tokyo', report }, visits)
    await playAdmissions({ links, journal }, madeAt)
  }
  for (const port of [ordersPort, worklistPort]) await eventually(() => reach(port))
  await play()

  const stepsOf = () => db.select({ state: performedSteps.state }).from(performedSteps)
  expect((await stepsOf()).map(({ state }) => state).toSorted()).toEqual(['completed', 'completed', 'completed', 'inProgress'])
  const matched = await db
    .select({ accessionNumber: orders.accessionNumber, reason: orderMatches.reason, ofImages: studies.accessionNumber })
    .from(orderMatches)
    .innerJoin(orders, eq(orders.id, orderMatches.orderId))
    .innerJoin(studies, eq(studies.id, orderMatches.studyId))
  const imaged = visits.filter(({ stage }) => stage === 'imaged' || stage === 'reported')
  expect(matched.map(({ accessionNumber }) => accessionNumber).toSorted()).toEqual(
    imaged.map(({ accessionNumber }) => accessionNumber),
  )
  for (const match of matched) expect(match).toMatchObject({ reason: 'studyUid', ofImages: match.accessionNumber })

  const reported = visits.filter(({ stage }) => stage === 'reported')
  await eventually(async () => {
    expect(await statesOf(db, results.id)).toEqual(['final sent', 'final sent'])
    expect(await statesOf(db, documents.id)).toEqual(['final sent', 'final sent'])
  })
  const files = (await readdir(received)).toSorted()
  expect(files.map((name) => name.slice(name.lastIndexOf('.')))).toEqual(expect.arrayContaining(['.hl7', '.dcm']))
  const messages = await Promise.all(
    files
      .filter((name) => name.endsWith('.hl7'))
      .map(async (name) => parseMessage(await readFile(join(received, name)), 'ASCII')),
  )
  const placers = messages.map(({ segments }) => segments.find(({ name }) => name === 'OBR')?.value(2))
  expect(placers.toSorted()).toEqual(reported.map(({ number }) => number))

  expect(await db.select({ state: hl7Messages.state }).from(hl7Messages)).toEqual(
    Array.from({ length: visits.length + 2 }, () => ({ state: 'applied' })),
  )
  const [stays] = await db.select().from(patients).where(eq(patients.patientId, knownId))
  const [merged] = await db.select().from(patients).where(eq(patients.patientId, hospitalPatients.emergency.id))
  expect(merged?.mergedInto).toBe(stays?.id)

  await play()
  expect(await db.$count(hl7Messages)).toBe(visits.length + 2)
  expect(await stepsOf()).toHaveLength(4)
  expect((await readdir(received)).toSorted()).toEqual(files)
}, 120_000)
