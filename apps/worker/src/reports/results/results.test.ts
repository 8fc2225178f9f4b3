import { randomUUID } from 'node:crypto'
import type { OrderControl } from '@readroom/contracts/orders/orders'
import type { OpenDb } from '@readroom/db/core/client'
import type { Begun } from '@readroom/db/core/locks'
import { labs } from '@readroom/db/people/labs.schema'
import { storeDisplayedSeries } from '@readroom/db/reading/displayed-series'
import { reports } from '@readroom/db/reports/reports.schema'
import { resultDeliveries, resultDestinations } from '@readroom/db/reports/results.schema'
import { series } from '@readroom/db/studies/series.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createPatient } from '@readroom/db/testing/factories'
import { setLocation } from '@readroom/domain/people/locations'
import { recallReport, releaseReports } from '@readroom/domain/reading/report-recall'
import { submitReport } from '@readroom/domain/reports/reports'
import { changeDelivery } from '@readroom/domain/reports/result-deliveries'
import { beginAttempt } from '@readroom/domain/reports/result-sending'
import { transition } from '@readroom/domain/studies/transition'
import { readHeader } from '@readroom/hl7/message/header'
import { parseMessage } from '@readroom/hl7/message/message'
import { frame } from '@readroom/hl7/mllp/frames'
import { eventually } from '@readroom/local/core/eventually'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startReportRelease } from '../report-release.ts'
import { writeContent } from './contents/result-content.ts'
import { openResultSystem } from './result-system.fixture.ts'
import {
  answerTo,
  endWait,
  listQueue,
  openLaboratory,
  type React,
  senderContext,
  statesOf,
  storeDocument,
} from './results.fixture.ts'

const { database, storage, startSender, receiverOf, order: sendOrder } = openResultSystem()

const waitingForLocks = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const controlIdOf = (message: Buffer) => readHeader(message).field(10)
/** Returns a value of a message. */
function valueAt(message: Buffer | undefined, name: string, field: number, sequence = 1) {
  const { segments } = parseMessage(message ?? Buffer.of(), '8859/1')
  return segments.find((segment) => segment.name === name && segment.sequence === sequence)?.value(field)
}
const statusOf = (message: Buffer) => valueAt(message, 'OBR', 25)
const uidOf = (message: Buffer) => valueAt(message, 'OBX', 5)

test('a report says which images its signer has not seen', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  const [seriesInstanceUid, frames] = ['1.2.3.4', 12]
  await database.db.insert(series).values({
    studyId: study.id,
    orthancId: randomUUID(),
    seriesInstanceUid,
    seriesNumber: 3,
    modality: 'CT',
    imageCount: frames,
  })
  const seen = { isWhole: false, shown: 0, frames, undrawn: 1 }
  await database.db.transaction((tx) =>
    storeDisplayedSeries(tx, { studyId: study.id, userId: laboratory.assignedDoctor.userId }, [{ seriesInstanceUid, seen }]),
  )
  await laboratory.sign(study.id, { confirmed: ['undrawn-unseen'] })
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  expect(valueAt(receiver.received[0], 'OBX', 5, 3)).toBe('Normal.\nNot seen by the reader: series 3, 12 images.')
})

test('a signed report arrives with its study, patient and texts, and its bytes are not kept', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  await laboratory.sign(study.id)
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  const [message] = receiver.received
  expect(receiver.received).toHaveLength(1)
  expect(['PID', 'OBR'].map((name) => valueAt(message, name, name === 'PID' ? 3 : 18))).toEqual(['PID_1', 'ACC-77'])
  expect([statusOf(message ?? Buffer.of()), uidOf(message ?? Buffer.of())]).toEqual(['F', study.studyInstanceUid])
  expect([valueAt(message, 'OBX', 5, 2), valueAt(message, 'OBX', 5, 3)]).toEqual(['No fracture | no effusion.', 'Normal.'])
  expect(await listQueue(database.db, destination.id)).toMatchObject([{ content: null, attempts: 1, answer: 'accepted' }])
})

test('a report names the order that replaced a cancelled one', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver } = await receiverOf(laboratory.lab.id)
  const order = (control: OrderControl, number: string) =>
    sendOrder(laboratory.lab.id, { control, placer: { number, authority: null }, accessionNumber: 'ACC-77' })
  const study = await laboratory.addStudy()
  await order('new', 'PL-CANCELLED')
  await order('cancel', 'PL-CANCELLED')
  await order('new', 'PL-INSTEAD')
  await laboratory.sign(study.id)
  startSender()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(valueAt(receiver.received[0], 'OBR', 2)).toBe('PL-INSTEAD')
})

test('corrections, addenda and a withdrawal follow in their order, each as a whole report', async () => {
  const laboratory = await openLaboratory(database.db, { preliminaryVisible: true })
  const { receiver, destination } = await receiverOf(laboratory.lab.id, { addendumStatus: 'A' })
  const { id } = await laboratory.addStudy()
  await laboratory.sign(id, { meaning: 'preliminary' })
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['preliminary sent']))
  await laboratory.sign(id)
  await laboratory.sign(id, { kind: 'addendum' })
  await laboratory.sign(id, { kind: 'correction' })
  await eventually(() => expect(receiver.received).toHaveLength(4))
  await laboratory.withdraw(id)
  await eventually(() => expect(receiver.received.map(statusOf)).toEqual(['P', 'F', 'A', 'C', 'X']))
  const addendum = receiver.received[2]
  expect([2, 3, 4].map((sequence) => valueAt(addendum, 'OBX', 5, sequence))).toEqual([
    ...['No fracture | no effusion.', 'Normal.', 'Compared with 2025.'],
  ])
  expect(receiver.received.at(-1)?.toString()).not.toContain('fracture')
})

test('an uploaded report is withdrawn under the patient under whom it was sent, also after a correction or a move', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver } = await receiverOf(laboratory.lab.id)
  startSender()
  const study = await laboratory.addStudy()
  await laboratory.upload(study.id)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const other = await createPatient(database.db, laboratory.lab.id, 'PID_2')
  const corrected = {
    patientRowId: other,
    correctedAccessionNumber: 'ACC-78',
    dicomPatientName: 'Andersen^Signe',
    dicomPatientId: 'PID_2',
  }
  await database.db.update(studies).set(corrected).where(eq(studies.id, study.id))
  await laboratory.withdraw(study.id)
  await eventually(() => expect(receiver.received).toHaveLength(2))
  const namedIn = (message: Buffer | undefined) => [
    valueAt(message, 'PID', 3),
    valueAt(message, 'PID', 5),
    valueAt(message, 'OBR', 18),
  ]
  expect(statusOf(receiver.received[1] ?? Buffer.of())).toBe('X')
  expect(namedIn(receiver.received[1])).toEqual(namedIn(receiver.received[0]))
  expect(namedIn(receiver.received[0])).toEqual(['PID_1', 'Bullerå', 'ACC-77'])
})

test('drafts never leave, nor reports that can still be recalled or were', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const [saved, preliminary, recalled, later] = [
    await laboratory.addStudy(),
    await laboratory.addStudy(),
    await laboratory.addStudy(),
    await laboratory.addStudy(),
  ]
  await laboratory.write(saved.id, 'original')
  await laboratory.sign(preliminary.id, { meaning: 'preliminary' })
  const versionId = await laboratory.sign(recalled.id, { recallSeconds: 600 })
  await laboratory.sign(later.id, { recallSeconds: 600 })
  expect(await statesOf(database.db, destination.id)).toEqual([])
  await database.db.transaction((tx) => recallReport(tx, laboratory.assignedDoctor, { studyId: recalled.id, versionId }))
  await database.db.update(reports).set({ recallableUntil: sql`now()` }).where(sql`${reports.releasedAt} is null`)
  await releaseReports(database.db)
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  expect(receiver.received.map(uidOf)).toEqual([later.studyInstanceUid])
})

test('a report leaves when its recall time is over', async () => {
  const laboratory = await openLaboratory(database.db)
  const { destination } = await receiverOf(laboratory.lab.id)
  const { id } = await laboratory.addStudy()
  const release = startReportRelease(senderContext(database.db, storage()))
  onTestFinished(release.stop)
  await laboratory.sign(id, { recallSeconds: 2 })
  expect(await statesOf(database.db, destination.id)).toEqual([])
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final queued']))
})

test('a report that was replaced before its recall time was over never leaves', async () => {
  const laboratory = await openLaboratory(database.db)
  const { destination } = await receiverOf(laboratory.lab.id)
  const { assignedDoctor, admin } = laboratory
  const study = await laboratory.addStudy()
  await laboratory.sign(study.id, { recallSeconds: 600 })
  const file = { objectKey: 'reports/x', fileName: 'outside.pdf', contentType: 'application/pdf', sizeBytes: 1, sha256: '0' }
  const upload = {
    studyId: study.id,
    doctorId: assignedDoctor.doctorId,
    reportStatus: 'finalized',
    afterVersion: 1,
    file,
  } as const
  const uploaded = await database.db.transaction((tx) => submitReport(tx, admin, upload))
  await database.db.update(reports).set({ recallableUntil: sql`now()` }).where(sql`${reports.releasedAt} is null`)
  await releaseReports(database.db)
  expect(await listQueue(database.db, destination.id)).toMatchObject([{ kind: 'final', reportId: uploaded.id }])
})

test('a report withdrawn before it was sent never leaves, and nobody hears of it', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const [withdrawn, other] = [await laboratory.addStudy(), await laboratory.addStudy()]
  await laboratory.sign(withdrawn.id)
  await laboratory.withdraw(withdrawn.id)
  await laboratory.sign(other.id)
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final cancelled', 'final sent']))
  expect(receiver.received.map(uidOf)).toEqual([other.studyInstanceUid])
})

test('a destination gets reports of its own laboratory only, by the laboratory at the time of sending', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const foreign = await receiverOf(laboratory.otherLab.id)
  const [moved, own] = [await laboratory.addStudy(), await laboratory.addStudy()]
  await laboratory.sign(moved.id)
  await laboratory.sign(own.id)
  await database.db.update(studies).set({ labId: laboratory.otherLab.id }).where(eq(studies.id, moved.id))
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final cancelled', 'final sent']))
  expect(await listQueue(database.db, destination.id)).toMatchObject([{ answer: 'moved' }, { answer: 'accepted' }])
  expect(receiver.received.map(uidOf)).toEqual([own.studyInstanceUid])
  expect(await statesOf(database.db, foreign.destination.id)).toEqual([])
})

test('a contested study waits until its laboratory is known', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const [contested, own] = [await laboratory.addStudy(), await laboratory.addStudy()]
  await laboratory.sign(contested.id)
  await laboratory.sign(own.id)
  await database.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, contested.id))
  startSender()
  await eventually(() => expect(receiver.received.map(uidOf)).toEqual([own.studyInstanceUid]))
  await database.db.update(studies).set({ labConflictAt: null, labId: laboratory.lab.id }).where(eq(studies.id, contested.id))
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'final sent']))
})

test('a report of a study of several people waits until somebody decides, and its withdrawal does not', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const [flagged, own, sent] = [await laboratory.addStudy(), await laboratory.addStudy(), await laboratory.addStudy()]
  const setFlag = (id: string, severalPeopleAt: Date | null) =>
    database.db.update(studies).set({ severalPeopleAt }).where(eq(studies.id, id))
  await laboratory.sign(sent.id)
  startSender()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await setFlag(sent.id, new Date())
  await database.db.update(resultDestinations).set({ state: 'held' }).where(eq(resultDestinations.id, destination.id))
  await laboratory.withdraw(sent.id)
  await laboratory.sign(flagged.id)
  await laboratory.sign(own.id)
  await setFlag(flagged.id, new Date())
  await database.db.update(resultDestinations).set({ state: 'on' }).where(eq(resultDestinations.id, destination.id))
  await eventually(() => expect(receiver.received.map(statusOf)).toEqual(['F', 'X', 'F']))
  expect(receiver.received.map(uidOf)).toEqual([sent, sent, own].map((study) => study.studyInstanceUid))
  await setFlag(flagged.id, null)
  await eventually(() => expect(receiver.received.map(uidOf).at(-1)).toBe(flagged.studyInstanceUid))
})

test('a message can be written although its study becomes contested meanwhile', async () => {
  const laboratory = await openLaboratory(database.db)
  const { destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  await laboratory.sign(study.id)
  const [delivery] = await listQueue(database.db, destination.id)
  if (!delivery) throw new Error('nothing was queued')
  await database.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, study.id))
  const { content } = await writeContent(senderContext(database.db, storage()), destination, delivery)
  expect(valueAt(content, 'OBX', 5, 3)).toBe('Normal.')
})

test('a laboratory that gets a study later receives its newest report, once', async () => {
  const laboratory = await openLaboratory(database.db)
  const [first, second] = [await receiverOf(laboratory.lab.id), await receiverOf(laboratory.otherLab.id)]
  const study = await laboratory.addStudy({ labId: null })
  await laboratory.sign(study.id)
  await laboratory.sign(study.id, { kind: 'addendum' })
  startSender()
  const move = (locationId: string) =>
    database.db.transaction((tx) => setLocation(tx, laboratory.admin, { studyId: study.id, locationId, others: false }))
  await move(laboratory.lab.id)
  await eventually(async () => expect(await statesOf(database.db, first.destination.id)).toEqual(['final sent']))
  for (const text of ['No fracture', 'Compared with 2025.']) expect(first.receiver.received[0]?.toString()).toContain(text)
  await move(laboratory.otherLab.id)
  await eventually(async () => expect(await statesOf(database.db, second.destination.id)).toEqual(['final sent']))
  await move(laboratory.lab.id)
  expect(await statesOf(database.db, first.destination.id)).toEqual(['final sent'])
  await laboratory.sign(study.id, { kind: 'addendum' })
  await eventually(async () => expect(await statesOf(database.db, first.destination.id)).toEqual(['final sent', 'appended sent']))
  expect(await statesOf(database.db, second.destination.id)).toEqual(['final sent'])
})

test('a report that waits when its study leaves is corrected by the one that comes back with the study', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  const move = (locationId: string) =>
    database.db.transaction((tx) => setLocation(tx, laboratory.admin, { studyId: study.id, locationId, others: false }))
  await laboratory.sign(study.id)
  await move(laboratory.otherLab.id)
  await laboratory.sign(study.id, { kind: 'correction' })
  await move(laboratory.lab.id)
  startSender()
  await eventually(() => expect(receiver.received).toHaveLength(2))
  expect(receiver.received.map(statusOf)).toEqual(['F', 'C'])
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'corrected sent']))
})

test('a report whose study is coming back at this moment is not lost', async () => {
  const { db } = database
  const laboratory = await openLaboratory(db)
  const { destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  const move = (tx: Begun, locationId: string) =>
    setLocation(tx, laboratory.admin, { studyId: study.id, locationId, others: false })
  await laboratory.sign(study.id)
  await db.transaction((tx) => move(tx, laboratory.otherLab.id))
  const claim = { destinationId: destination.id, claim: randomUUID() }
  await db.update(resultDestinations).set({ claim: claim.claim }).where(eq(resultDestinations.id, destination.id))
  const [delivery] = await listQueue(db, destination.id)
  if (!delivery) throw new Error('nothing was queued')
  const written = { content: Buffer.from('final'), sopClassUid: null, fillerNumber: null }
  const begin = (tx: Begun) => beginAttempt(tx, { claim, delivery, written }, 90)
  const { attempt } = await db.transaction(async (tx) => {
    await move(tx, laboratory.lab.id)
    let isOver = false
    const beginning = db.transaction(begin).finally(() => {
      isOver = true
    })
    await eventually(async () => expect(isOver || (await database.asOwner(waitingForLocks)).rowCount).toBeTruthy())
    return { attempt: beginning }
  })
  expect(await attempt).toEqual(written.content)
  expect(await statesOf(db, destination.id)).toEqual(['final queued'])
})

test('a study that is read anew sends nothing preliminary after its final report, and then a correction of it', async () => {
  const laboratory = await openLaboratory(database.db, { preliminaryVisible: true })
  const { destination } = await receiverOf(laboratory.lab.id)
  const { id } = await laboratory.addStudy()
  await laboratory.sign(id)
  await database.db.transaction(async (tx) => {
    const [locked, finished] = await lockAnyStudy(tx, id)
    if (finished) await transition(locked, finished, 'reset', { actorUserId: null, details: { withdrawn: false } })
  })
  await laboratory.sign(id, { meaning: 'preliminary' })
  expect(await statesOf(database.db, destination.id)).toEqual(['final queued'])
  await laboratory.sign(id)
  expect(await statesOf(database.db, destination.id)).toEqual(['final queued', 'corrected queued'])
})

test('a laboratory that gets a study which is read anew receives its final report, not the preliminary one', async () => {
  const laboratory = await openLaboratory(database.db, { preliminaryVisible: true })
  const { destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy({ labId: null })
  await laboratory.sign(study.id)
  await database.db.transaction(async (tx) => {
    const [locked, finished] = await lockAnyStudy(tx, study.id)
    if (finished) await transition(locked, finished, 'reset', { actorUserId: null, details: { withdrawn: false } })
  })
  await laboratory.sign(study.id, { meaning: 'preliminary' })
  const to = { studyId: study.id, locationId: laboratory.lab.id, others: false }
  await database.db.transaction((tx) => setLocation(tx, laboratory.admin, to))
  expect(await statesOf(database.db, destination.id)).toEqual(['final queued'])
})

test('a laboratory that gets a study back hears then that its report was withdrawn meanwhile', async () => {
  const laboratory = await openLaboratory(database.db)
  const [first, second] = [await receiverOf(laboratory.lab.id), await receiverOf(laboratory.otherLab.id)]
  const [withdrawn, replaced] = [await laboratory.addStudy(), await laboratory.addStudy()]
  const move = (studyId: string, locationId: string) =>
    database.db.transaction((tx) => setLocation(tx, laboratory.admin, { studyId, locationId, others: false }))
  const statesAt = ({ destination }: typeof first) => statesOf(database.db, destination.id)
  startSender()
  for (const { id } of [withdrawn, replaced]) await laboratory.sign(id)
  await eventually(async () => expect(await statesAt(first)).toEqual(['final sent', 'final sent']))

  for (const { id } of [withdrawn, replaced]) {
    await move(id, laboratory.otherLab.id)
    await eventually(async () => expect((await statesAt(second)).at(-1)).toBe('final sent'))
    await laboratory.withdraw(id)
    await eventually(async () => expect((await statesAt(second)).at(-1)).toBe('withdrawn sent'))
  }
  await laboratory.sign(replaced.id)
  await eventually(async () => expect((await statesAt(second)).at(-1)).toBe('final sent'))
  expect(await statesAt(first)).toEqual(['final sent', 'final sent'])

  await move(withdrawn.id, laboratory.lab.id)
  await eventually(async () => expect(await statesAt(first)).toEqual(['final sent', 'final sent', 'withdrawn sent']))
  expect(uidOf(first.receiver.received.at(-1) ?? Buffer.of())).toBe(withdrawn.studyInstanceUid)
  await move(replaced.id, laboratory.lab.id)
  await eventually(async () => expect((await statesAt(first)).slice(3)).toEqual(['withdrawn sent', 'final sent']))
  expect(await statesAt(second)).toHaveLength(5)

  // Nothing is told twice.
  await move(withdrawn.id, laboratory.otherLab.id)
  await move(withdrawn.id, laboratory.lab.id)
  expect(await statesAt(first)).toHaveLength(5)
  expect(await statesAt(second)).toHaveLength(5)
})

test('a withdrawal that its receiver did not answer before the study left is sent again when the study is back', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const study = await laboratory.addStudy()
  const move = (locationId: string) =>
    database.db.transaction((tx) => setLocation(tx, laboratory.admin, { studyId: study.id, locationId, others: false }))
  startSender()
  await laboratory.sign(study.id)
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  receiver.behave((socket) => socket.destroy())
  await laboratory.withdraw(study.id)
  await eventually(async () => expect((await listQueue(database.db, destination.id))[1]).toMatchObject({ answer: 'closed' }))
  await move(laboratory.otherLab.id)
  receiver.behave()
  await endWait(database.db, destination.id)
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'withdrawn cancelled']))
  await move(laboratory.lab.id)
  await eventually(async () => expect((await statesOf(database.db, destination.id)).slice(2)).toEqual(['withdrawn sent']))
})

test('the document waits for its PDF, and is in the message', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id, { withPdf: true })
  const [late, ready] = [await laboratory.addStudy(), await laboratory.addStudy()]
  const lateVersion = await laboratory.sign(late.id)
  await storeDocument(database.db, storage(), await laboratory.sign(ready.id), Buffer.from('%PDF-ready'))
  startSender()
  await eventually(() => expect(receiver.received.map(uidOf)).toEqual([ready.studyInstanceUid]))
  await storeDocument(database.db, storage(), lateVersion, Buffer.from('%PDF-late'))
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'final sent']))
  expect(receiver.received[1]?.toString()).toContain(`^application^pdf^Base64^${Buffer.from('%PDF-late').toString('base64')}`)
})

const wrongly: [name: string, react: React, answer: string][] = [
  ['closes', (socket) => socket.destroy(), 'closed'],
  ['answers half', (socket, message) => void socket.end(frame(answerTo(message)).subarray(0, 20)), 'closed'],
  ['says nothing', () => {}, 'silent'],
  ['answers another message', (socket) => void socket.write(frame(Buffer.from('MSH|^~\\&|A\rMSA|AA|other\r'))), 'mismatch'],
  ['answers garbage', (socket) => void socket.write(frame(Buffer.from('HTTP/1.1 200 OK'))), 'garbage'],
]
test.each(wrongly)('a receiver that %s gets the same bytes again', async (_name, react, answer) => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  receiver.behave(react)
  await laboratory.sign((await laboratory.addStudy()).id)
  // Only silence ends by the limit.
  startSender(answer === 'silent' ? { limits: { connectMs: 30_000, answerMs: 3_000 } } : {})
  await eventually(async () => expect(await listQueue(database.db, destination.id)).toMatchObject([{ state: 'queued', answer }]))
  receiver.behave()
  await endWait(database.db, destination.id)
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  expect(receiver.received.length).toBeGreaterThan(1)
  expect(new Set(receiver.received.map((message) => message.toString('hex'))).size).toBe(1)
})

test.each(['faulty', 'refused'] as const)(
  'a %s message is parked with those of its study behind it, and others go on',
  async (kind) => {
    const laboratory = await openLaboratory(database.db)
    const { receiver, destination } = await receiverOf(laboratory.lab.id)
    const [bad, good] = [await laboratory.addStudy(), await laboratory.addStudy()]
    const faults = [{ condition: 'unknownKey', place: null, text: 'Order A7 is unknown.' }] as const
    receiver.behave((socket, message) => {
      const outcome = uidOf(message) === bad.studyInstanceUid ? ({ kind, faults } as const) : ({ kind: 'accepted' } as const)
      socket.write(frame(answerTo(message, outcome)))
    })
    await laboratory.sign(bad.id)
    await laboratory.sign(bad.id, { kind: 'correction' })
    await laboratory.sign(good.id)
    startSender()
    await eventually(async () =>
      expect(await statesOf(database.db, destination.id)).toEqual(['final parked', 'corrected queued', 'final sent']),
    )
    const [parked] = await listQueue(database.db, destination.id)
    expect(parked).toMatchObject({ answer: kind, answerText: 'Order A7 is unknown.' })
    receiver.behave()
    await database.db.transaction((tx) => changeDelivery(tx, laboratory.admin, { deliveryId: parked?.id ?? '', action: 'retry' }))
    await eventually(async () =>
      expect(await statesOf(database.db, destination.id)).toEqual(['final sent', 'corrected sent', 'final sent']),
    )
    const ofBad = receiver.received.filter((message) => uidOf(message) === bad.studyInstanceUid)
    expect(ofBad.map(statusOf)).toEqual(['F', 'F', 'C'])
    expect(ofBad[1]).toEqual(ofBad[0])
  },
)

test('an administrator and a sender who take the same message wait for each other, and neither fails', async () => {
  const { db } = database
  const laboratory = await openLaboratory(db)
  const { destination } = await receiverOf(laboratory.lab.id)
  await laboratory.sign((await laboratory.addStudy()).id)
  const claim = { destinationId: destination.id, claim: randomUUID() }
  await db.update(resultDestinations).set({ claim: claim.claim }).where(eq(resultDestinations.id, destination.id))
  const [delivery] = await listQueue(db, destination.id)
  if (!delivery) throw new Error('nothing was queued')
  const written = { content: Buffer.from('final'), sopClassUid: null, fillerNumber: null }
  const { both } = await db.transaction(async (tx) => {
    await tx.update(resultDeliveries).set({ answerText: '' }).where(eq(resultDeliveries.id, delivery.id))
    const change = { deliveryId: delivery.id, action: 'retry' } as const
    const changing = db.transaction((other) => changeDelivery(other, laboratory.admin, change))
    await eventually(async () => expect((await database.asOwner(waitingForLocks)).rowCount).toBe(1))
    const beginning = db.transaction((other) => beginAttempt(other, { claim, delivery, written }, 90))
    await eventually(async () => expect((await database.asOwner(waitingForLocks)).rowCount).toBe(2))
    return { both: Promise.all([changing, beginning]) }
  })
  expect(await both).toEqual([undefined, written.content])
})

test('a rewritten message has a control ID of its own', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  receiver.behave((socket, message) => void socket.write(frame(answerTo(message, { kind: 'refused', faults: [] }))))
  await laboratory.sign((await laboratory.addStudy()).id)
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final parked']))
  receiver.behave()
  const [parked] = await listQueue(database.db, destination.id)
  await database.db.transaction((tx) => changeDelivery(tx, laboratory.admin, { deliveryId: parked?.id ?? '', action: 'rewrite' }))
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  expect(new Set(receiver.received.map(controlIdOf)).size).toBe(2)
})

test('a sender that ends between sending and recording repeats the same message', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  await laboratory.sign((await laboratory.addStudy()).id)
  const transaction: OpenDb['transaction'] = (work, config) => {
    if (receiver.received.length > 0) throw new Error('killed')
    return database.db.transaction(work, config)
  }
  const dying = new Proxy(database.db, { get: (target, key) => (key === 'transaction' ? transaction : Reflect.get(target, key)) })
  const first = startSender({}, dying)
  await eventually(() => expect(receiver.received).toHaveLength(1))
  await first.stop()
  expect(await statesOf(database.db, destination.id)).toEqual(['final queued'])
  startSender()
  await eventually(async () => expect(await statesOf(database.db, destination.id)).toEqual(['final sent']))
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]).toEqual(receiver.received[0])
})

test('a week without a receiver loses nothing, repeats nothing and keeps the order of each study', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  receiver.behave((socket) => socket.destroy())
  const ofStudies = await Promise.all(Array.from({ length: 12 }, () => laboratory.addStudy()))
  startSender()
  for (const { id } of ofStudies) await laboratory.sign(id)
  for (const { id } of ofStudies.slice(0, 6)) await laboratory.sign(id, { kind: 'correction' })
  // The waits of a week grow to five minutes, and not beyond.
  for (const failures of [0, 3, 2_016]) {
    await database.db
      .update(resultDeliveries)
      .set({ createdAt: sql`${resultDeliveries.createdAt} - interval '1 day'` })
      .where(eq(resultDeliveries.destinationId, destination.id))
    const before = receiver.received.length
    await endWait(database.db, destination.id, failures)
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(before))
  }
  await eventually(async () => {
    const [row] = await database.db
      .select({
        wait: sql<number>`extract(epoch from ${resultDestinations.nextAttemptAt} - ${resultDestinations.lastAnswerAt})::int`,
      })
      .from(resultDestinations)
      .where(eq(resultDestinations.id, destination.id))
    expect(row?.wait).toBe(300)
  })
  receiver.behave()
  await endWait(database.db, destination.id)
  await eventually(async () =>
    expect(new Set(await statesOf(database.db, destination.id))).toEqual(new Set(['final sent', 'corrected sent'])),
  )
  const queue = await listQueue(database.db, destination.id)
  const arrived = [...new Map(receiver.received.map((message) => [controlIdOf(message), message])).values()]
  expect(new Set(arrived.map(controlIdOf))).toEqual(new Set(queue.map(({ controlId }) => controlId)))
  expect(new Set(receiver.received.map((message) => message.toString('hex'))).size).toBe(queue.length)
  for (const [at, { studyInstanceUid }] of ofStudies.entries()) {
    const statuses = arrived.filter((message) => uidOf(message) === studyInstanceUid).map(statusOf)
    expect(statuses).toEqual(at < 6 ? ['F', 'C'] : ['F'])
  }
})

test('two senders never send to one destination at the same time', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  for (let count = 0; count < 8; count += 1) await laboratory.sign((await laboratory.addStudy()).id)
  startSender()
  startSender()
  await eventually(async () => expect(new Set(await statesOf(database.db, destination.id))).toEqual(new Set(['final sent'])))
  expect(receiver.mostAtOnce()).toBe(1)
  expect(new Set(receiver.received.map(controlIdOf)).size).toBe(receiver.received.length)
  expect(receiver.received).toHaveLength(8)
})

test('nothing is queued for a destination that is off, and one that is held collects', async () => {
  const laboratory = await openLaboratory(database.db)
  const off = await receiverOf(laboratory.lab.id)
  const held = await receiverOf(laboratory.lab.id)
  await database.db.update(resultDestinations).set({ state: 'off' }).where(eq(resultDestinations.id, off.destination.id))
  await database.db.update(resultDestinations).set({ state: 'held' }).where(eq(resultDestinations.id, held.destination.id))
  await laboratory.sign((await laboratory.addStudy()).id)
  expect(await statesOf(database.db, off.destination.id)).toEqual([])
  expect(await statesOf(database.db, held.destination.id)).toEqual(['final queued'])
  await database.db.update(resultDestinations).set({ state: 'on' }).where(eq(resultDestinations.id, held.destination.id))
  startSender()
  await eventually(async () => expect(await statesOf(database.db, held.destination.id)).toEqual(['final sent']))
  expect(off.receiver.received).toEqual([])
})

test('an inactive laboratory gets its reports when it is active again, once and in their order', async () => {
  const laboratory = await openLaboratory(database.db)
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const activate = (isActive: boolean) => database.db.update(labs).set({ isActive }).where(eq(labs.id, laboratory.lab.id))
  const [before, during, withdrawn] = [await laboratory.addStudy(), await laboratory.addStudy(), await laboratory.addStudy()]
  await laboratory.sign(before.id)
  await activate(false)
  await laboratory.sign(during.id)
  await laboratory.sign(withdrawn.id)
  await laboratory.withdraw(withdrawn.id)
  await laboratory.sign(during.id, { kind: 'correction' })
  const other = await openLaboratory(database.db)
  const active = await receiverOf(other.lab.id)
  await other.sign((await other.addStudy()).id)
  startSender()
  await eventually(async () => expect(await statesOf(database.db, active.destination.id)).toEqual(['final sent']))
  expect(await statesOf(database.db, destination.id)).toEqual([
    'final queued',
    'final queued',
    'final cancelled',
    'corrected queued',
  ])
  expect(receiver.received).toEqual([])
  await activate(true)
  await eventually(async () =>
    expect(await statesOf(database.db, destination.id)).toEqual([
      'final sent',
      'final sent',
      'final cancelled',
      'corrected sent',
    ]),
  )
  expect(receiver.received.map(uidOf)).toEqual([before.studyInstanceUid, during.studyInstanceUid, during.studyInstanceUid])
  expect(receiver.received.map(statusOf)).toEqual(['F', 'F', 'C'])
})

test('a preliminary report does not leave after its laboratory ceased to read those', async () => {
  const laboratory = await openLaboratory(database.db, { preliminaryVisible: true })
  const { receiver, destination } = await receiverOf(laboratory.lab.id)
  const { id } = await laboratory.addStudy()
  await laboratory.sign(id, { meaning: 'preliminary' })
  await database.db.update(labs).set({ preliminaryVisible: false }).where(eq(labs.id, laboratory.lab.id))
  await laboratory.sign(id)
  startSender()
  await eventually(async () =>
    expect(await statesOf(database.db, destination.id)).toEqual(['preliminary cancelled', 'final sent']),
  )
  expect(receiver.received.map(statusOf)).toEqual(['F'])
})
