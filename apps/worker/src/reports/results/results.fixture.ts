import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Confirmation, ReportContent } from '@readroom/contracts/reading/report-drafts'
import type { Hl7Destination, ResultSettings } from '@readroom/contracts/reports/results'
import type { ReportKind, SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { OpenDb } from '@readroom/db/core/client'
import { labs } from '@readroom/db/people/labs.schema'
import { reports } from '@readroom/db/reports/reports.schema'
import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { createAssignment, createCast, createStudy } from '@readroom/db/testing/factories'
import { signReport } from '@readroom/domain/reading/report-signing'
import { holdReport, saveDraft } from '@readroom/domain/reading/report-writing'
import { submitReport } from '@readroom/domain/reports/reports'
import { withdrawReport } from '@readroom/domain/reports/withdrawal'
import { acknowledge, type Outcome } from '@readroom/hl7/message/acknowledgement'
import { readHeader } from '@readroom/hl7/message/header'
import { createFrameReader, frame } from '@readroom/hl7/mllp/frames'
import { eventually } from '@readroom/local/core/eventually'
import { createHeartbeats } from '@readroom/process/heartbeats'
import type { ObjectStorage } from '@readroom/storage/object-storage'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { clinicZoneOf } from '../../core/clinic-zone.ts'
import { testPlaces } from '../../core/places.fixture.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import type { ResultSenderContext } from './result-sender.ts'

const written = (id: string, text: string) => ({
  type: 'section',
  attrs: { id, origin: '' },
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const contentOf: Record<ReportKind, ReportContent> = {
  original: { type: 'doc', content: [written('findings', 'No fracture | no effusion.'), written('impression', 'Normal.')] },
  correction: { type: 'doc', content: [written('findings', 'A fracture.'), written('impression', 'Fracture.')] },
  addendum: { type: 'doc', content: [written('addendum', 'Compared with 2025.')] },
}

/** Fields of a destination of HL7 messages, without TLS. */
export const hl7Settings = (port: number, changes: Partial<Hl7Destination> = {}): Hl7Destination => ({
  kind: 'hl7',
  host: '127.0.0.1',
  port,
  certificates: null,
  sendingFacility: 'CENTRAL',
  receivingApplication: 'RIS',
  receivingFacility: 'NORTH',
  patientAuthority: 'NORTH',
  withPdf: false,
  ordersTogether: false,
  addendumStatus: 'C',
  withdrawnStatus: 'X',
  ...changes,
})

/** Makes a destination of a laboratory. */
export async function createDestination(db: OpenDb, labId: string, settings: ResultSettings, sealedSecret: string | null = null) {
  const [row] = await db
    .insert(resultDestinations)
    .values({ labId, name: `Destination ${randomUUID()}`, settings, sealedSecret, state: 'on', alertMinutes: 60 })
    .returning()
  if (!row) throw new Error('the insert returned no row')
  return row
}

/** Returns the deliveries of a destination, in their order. */
export const listQueue = (db: OpenDb, destinationId: string) =>
  db
    .select()
    .from(resultDeliveries)
    .where(eq(resultDeliveries.destinationId, destinationId))
    .orderBy(asc(resultDeliveries.position))

/** Returns the kind and state of each delivery of a destination, in their order. */
export const statesOf = async (db: OpenDb, destinationId: string) =>
  (await listQueue(db, destinationId)).map(({ kind, state }) => `${kind} ${state}`)

/** Waits until a destination waits because it was not answered, and ends its wait as its time does. */
export async function endWait(db: OpenDb, id: string, failures = 0): Promise<void> {
  const ofDestination = eq(resultDestinations.id, id)
  await eventually(async () => {
    const waiting = await db.$count(resultDestinations, and(ofDestination, isNotNull(resultDestinations.nextAttemptAt)))
    if (waiting !== 1) throw new Error('the destination does not wait')
  })
  await db.update(resultDestinations).set({ nextAttemptAt: null, failures }).where(ofDestination)
}

/** A laboratory with a doctor who signs reports of its studies. */
export async function openLaboratory(db: OpenDb, { preliminaryVisible = false } = {}) {
  const { labA, labB, admin, assignedDoctor } = await createCast(db)
  await db.update(labs).set({ preliminaryVisible }).where(eq(labs.id, labA.id))

  async function addStudy(fields: Parameters<typeof createStudy>[1] = {}) {
    const patient = { patientName: 'Bullerå^Søren', patientId: 'PID_1', patientSex: 'M' as const, accessionNumber: 'ACC-77' }
    const study = await createStudy(db, { ...patient, labId: labA.id, status: 'assigned_to_doctor', ...fields })
    await createAssignment(db, { studyId: study.id, doctorId: assignedDoctor.doctorId, assignedBy: admin.userId })
    return study
  }

  async function write(studyId: string, kind: ReportKind) {
    const window = { studyId, windowId: randomUUID() }
    return db.transaction(async (tx) => {
      const { fence } = await holdReport(tx, assignedDoctor, { ...window, takeOver: true })
      const reason = kind === 'correction' ? 'The side was wrong.' : ''
      const text = { ...window, fence, revision: 0, kind, reason, content: contentOf[kind], templateName: null }
      return { ...window, fence, revision: (await saveDraft(tx, assignedDoctor, text)).revision }
    })
  }

  /** Signs a report of a study. Returns the id of its version. */
  async function sign(
    studyId: string,
    {
      kind = 'original',
      meaning = 'final',
      recallSeconds = 0,
      confirmed = ['series'],
    }: { kind?: ReportKind; meaning?: SignatureMeaning; recallSeconds?: number; confirmed?: readonly Confirmation[] } = {},
  ): Promise<string> {
    const held = await write(studyId, kind)
    const signature = { meaning, confirmed, keyImages: [], requestId: randomUUID(), recallSeconds }
    return db.transaction((tx) => signReport(tx, assignedDoctor, { ...held, ...signature }, () => true))
  }

  /** Uploads a file as the final report of a study. */
  const upload = (studyId: string) =>
    db.transaction((tx) =>
      submitReport(tx, assignedDoctor, {
        studyId,
        doctorId: assignedDoctor.doctorId,
        reportStatus: 'finalized',
        afterVersion: 0,
        file: {
          objectKey: `reports/${randomUUID()}`,
          fileName: 'report.docx',
          contentType: 'application/msword',
          sizeBytes: 1,
          sha256: '0',
        },
      }),
    )

  const withdraw = (studyId: string) => db.transaction((tx) => withdrawReport(tx, admin, { studyId, reason: 'Wrong patient' }))
  return { lab: labA, otherLab: labB, admin, assignedDoctor, addStudy, write, sign, upload, withdraw }
}

/** Stores a document for a signed report, as the job does that makes it. */
export async function storeDocument(db: OpenDb, storage: ObjectStorage, versionId: string, pdf: Buffer): Promise<void> {
  const objectKey = `reports/${randomUUID()}`
  await storage.put(objectKey, pdf, { contentType: 'application/pdf' })
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  await db.update(reports).set({ objectKey, sha256, sizeBytes: pdf.length }).where(eq(reports.versionId, versionId))
}

/** Returns the acknowledgement of a message. */
export function answerTo(message: Buffer, outcome: Outcome = { kind: 'accepted' }): Buffer {
  const sign = () => ({ controlId: 'R1', at: new Date() })
  return acknowledge(readHeader(message), outcome, sign)[0] ?? Buffer.of()
}

export type React = (socket: Socket, message: Buffer) => void
const accept: React = (socket, message) => void socket.write(frame(answerTo(message)))

/** A receiver of messages whose behaviour can be changed. It keeps what it receives. */
export async function startReceiver() {
  const received: Buffer[] = []
  let react = accept
  let atOnce = 0
  let mostAtOnce = 0
  const server = createServer((socket) => {
    const reader = createFrameReader()
    atOnce += 1
    mostAtOnce = Math.max(mostAtOnce, atOnce)
    socket.on('close', () => {
      atOnce -= 1
    })
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      for (const message of reader.read(bytes)) {
        received.push(message)
        react(socket, message)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    received,
    /** The most connections that were open at the same time. */
    mostAtOnce: () => mostAtOnce,
    behave: (how: React = accept) => {
      react = how
    },
    stop: () => {
      server.close()
    },
  }
}

/** Returns the context of a sender whose receivers have their time, also on a busy machine. */
export function senderContext(
  db: OpenDb,
  storage: ObjectStorage,
  changes: Partial<ResultSenderContext['channels']> = {},
): ResultSenderContext {
  return {
    database: { db },
    storage,
    renderer: { render: async () => Buffer.from('%PDF-withdrawn') },
    publicUrl: 'https://readroom.example',
    readZone: clinicZoneOf(db, 'Asia/Tokyo'),
    log: silent,
    heartbeats: createHeartbeats(),
    channels: {
      identity: null,
      places: testPlaces,
      limits: { connectMs: 30_000, answerMs: 30_000 },
      folder: null,
      openSecret: null,
      ...changes,
    },
    onAttempt: () => {},
  }
}
