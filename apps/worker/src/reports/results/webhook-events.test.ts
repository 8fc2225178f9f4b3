import { type EventGroup, eventGroups, type WebhookDestination } from '@readroom/contracts/reports/results'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { Actor } from '@readroom/db/core/actor'
import { insertMerge, insertMergeDeliveries } from '@readroom/db/patients/patient-merges'
import { lockPatients } from '@readroom/db/patients/patients'
import { patientMerges } from '@readroom/db/patients/patients.schema'
import { labs } from '@readroom/db/people/labs.schema'
import { erasePatientRows, removeStudyRows } from '@readroom/db/privacy/erasure'
import { resultDestinations } from '@readroom/db/reports/results.schema'
import { lockAnyStudy } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createPatient, createStudy } from '@readroom/db/testing/factories'
import { unmergePatients } from '@readroom/domain/patients/patient-merges'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { receiveSentChange } from '@readroom/domain/patients/sent-changes'
import { setLocation } from '@readroom/domain/people/locations'
import { changeDelivery } from '@readroom/domain/reports/result-deliveries'
import { transition } from '@readroom/domain/studies/transition'
import { eventually } from '@readroom/local/core/eventually'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startWebhook } from './channels/webhook.fixture.ts'
import { openResultSystem } from './result-system.fixture.ts'
import { createDestination, endWait, listQueue, openLaboratory, statesOf } from './results.fixture.ts'

const { database, startSender: start, order } = openResultSystem()

const startSender = () => start({ openSecret: async () => 's'.repeat(32) })

const Body = z.looseObject({ id: z.string(), type: z.string(), order: z.unknown().optional() })

/** Makes a webhook of a laboratory. */
async function webhookOf(labId: string, events: EventGroup[], changes: Partial<WebhookDestination> = {}) {
  const receiver = await startWebhook({ changes: { events, ...changes } })
  const destination = await createDestination(database.db, labId, receiver.settings, 'sealed')
  const bodies = () => receiver.requests.map(({ body }) => Body.parse(JSON.parse(body)))
  return { receiver, destination, bodies, kinds: () => statesOf(database.db, destination.id) }
}

/** Lets something happen to a study. */
const happen = (studyId: string, event: StudyEvent) =>
  database.db.transaction(async (begun) => {
    const [tx, study] = await lockAnyStudy(begun, studyId)
    if (study) await transition(tx, study, event, { actorUserId: null })
  })

const person = { name: 'Meier^Anna', birthDate: '1985-02-03', sex: 'F' as const }

/** Merges two IDs of a person, as a message of a connected system does. Returns the merge's id. */
async function mergeIds(labId: string, previousId: string, patientId: string): Promise<string> {
  const { db } = database
  for (const each of [previousId, patientId])
    await db.transaction(async (begun) => {
      const [tx, patientRowId] = await patientOfImages(begun, { labId, patientId: each, identity: person })
      const said = { patientName: person.name, patientBirthDate: person.birthDate, patientSex: person.sex }
      await createStudy(tx, { labId, patientRowId, patientId: each, ...said })
    })
  const change = { kind: 'merge' as const, patient: { patientId, ...person }, previousId }
  await db.transaction((tx) => receiveSentChange(tx, { labId, name: 'North hospital', address: '10.0.0.7' }, change))
  const [merge] = await db.select({ id: patientMerges.id }).from(patientMerges).where(eq(patientMerges.labId, labId))
  return merge?.id ?? ''
}

const undoMerge = (admin: Actor, mergeId: string) => database.db.transaction((tx) => unmergePatients(tx, admin, mergeId))

const settledStudy = { status: 'new_study_received' as const, settledAt: new Date() }
const patient = { ids: [{ id: 'PID_1', authority: null }], name: 'Bullerå^Søren', birthDate: '1980-01-02', sex: 'M' as const }

test('a webhook gets one message about a new study, without its patient', async () => {
  const { lab, addStudy } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['studies'])
  const study = await addStudy({ ...settledStudy, modalities: ['CT'] })
  await happen(study.id, 'settled')
  await happen(study.id, 'settled')
  await happen(study.id, 'images_missing')
  await happen(study.id, 'images_returned')
  startSender()
  await eventually(() => expect(webhook.bodies()).toHaveLength(3))
  const [received] = webhook.bodies()
  const [queued] = await listQueue(database.db, webhook.destination.id)
  expect(received).toEqual({
    id: queued?.id,
    type: 'study.received',
    createdAt: queued?.createdAt.toISOString(),
    study: { studyInstanceUid: study.studyInstanceUid, accessionNumber: 'ACC-77', modalities: ['CT'] },
    order: null,
    orders: [],
  })
  expect(webhook.bodies().map(({ type }) => type)).toEqual(['study.received', 'study.images_missing', 'study.images_returned'])
})

test('a webhook gets every state of an order in sequence, also after an outage', async () => {
  const { lab, addStudy, sign, withdraw } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['orders'])
  webhook.receiver.answerWith(503)
  startSender()
  const placer = { number: 'PL-1', authority: null }
  const numbers = { placer, filler: { number: 'F-1', authority: null }, accessionNumber: 'ACC-OUT' }
  await order(lab.id, { control: 'new', ...numbers, patient })
  await order(lab.id, { control: 'change', placer, scheduledAt: '2026-12-01T08:00:00.000Z' })
  await order(lab.id, { control: 'change', placer, indication: 'Cough' })
  await order(lab.id, { control: 'hold', placer })
  await order(lab.id, { control: 'release', placer })
  const study = await addStudy({ accessionNumber: 'ACC-OUT', patientBirthDate: '1980-01-02' })
  await order(lab.id, { control: 'change', placer, station: 'CT1' })
  await sign(study.id)
  await withdraw(study.id)
  await endWait(database.db, webhook.destination.id)
  webhook.receiver.answerWith(204)
  const states = ['ordered', 'scheduled', 'held', 'scheduled', 'performed', 'reported', 'performed']
  await eventually(async () =>
    expect((await webhook.kinds()).filter((kind) => kind.endsWith('sent'))).toHaveLength(states.length),
  )
  expect(webhook.bodies().length).toBeGreaterThan(states.length)
  const told = [...new Map(webhook.bodies().map((body) => [body.id, body])).values()]
  expect(told.map(({ type }) => type)).toEqual(['order.created', ...states.slice(1).map(() => 'order.changed')])
  const shown = { placerNumber: 'PL-1', fillerNumber: 'F-1', accessionNumber: 'ACC-OUT' }
  expect(told.map(({ order: shown }) => shown)).toEqual(states.map((state) => ({ ...shown, state })))
  expect(JSON.stringify(told)).not.toMatch(/Buller|PID_1/)
})

test('a webhook hears of a merge and its end, and gets the IDs only if it asks for patients', async () => {
  const { lab, admin } = await openLaboratory(database.db)
  const [without, including] = [
    await webhookOf(lab.id, ['patients']),
    await webhookOf(lab.id, ['patients'], { withPatient: true }),
  ]
  const mergeId = await mergeIds(lab.id, 'OLD', 'NEW')
  await undoMerge(admin, mergeId)
  startSender()
  await eventually(() => expect([without.bodies().length, including.bodies().length]).toEqual([2, 2]))
  const types = ['patient.merged', 'patient.unmerged']
  expect(without.bodies()).toMatchObject(types.map((type) => ({ type, merge: { id: mergeId } })))
  expect(JSON.stringify(without.bodies())).not.toMatch(/OLD|NEW|Meier|patient"/)
  expect(including.bodies()).toMatchObject(types.map((type) => ({ type, patient: { id: 'NEW', formerId: 'OLD' } })))
})

test('a webhook with patients has the patient of a study and of an order', async () => {
  const { lab, addStudy } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['studies', 'orders'], { withPatient: true })
  await happen((await addStudy(settledStudy)).id, 'settled')
  await order(lab.id, { control: 'new', placer: { number: 'PL-2', authority: null }, patient })
  startSender()
  await eventually(() => expect(webhook.bodies()).toHaveLength(2))
  const about = { id: 'PID_1', name: 'Bullerå Søren', sex: 'M' }
  expect(webhook.bodies()).toMatchObject([
    { type: 'study.received', patient: about },
    { type: 'order.created', patient: about },
  ])
})

test('a webhook hears nothing of another laboratory, and nothing that it does not want', async () => {
  const { lab, otherLab, admin, addStudy, sign } = await openLaboratory(database.db)
  const foreign = await webhookOf(otherLab.id, [...eventGroups])
  const groups = await Promise.all(eventGroups.map((group) => webhookOf(lab.id, [group])))
  const off = await webhookOf(lab.id, [...eventGroups])
  await database.db.update(resultDestinations).set({ state: 'off' }).where(eq(resultDestinations.id, off.destination.id))
  const study = await addStudy({ ...settledStudy, status: 'assigned_to_doctor', accessionNumber: 'ACC-OWN' })
  await happen(study.id, 'settled')
  await order(lab.id, { control: 'new', placer: { number: 'PL-3', authority: null }, patient })
  await sign(study.id)
  await undoMerge(admin, await mergeIds(lab.id, 'A', 'B'))
  expect(await Promise.all(groups.map(({ kinds }) => kinds()))).toEqual([
    ['final queued'],
    ['study_received queued'],
    ['order_created queued'],
    ['patient_merged queued', 'patient_unmerged queued'],
  ])
  expect([await foreign.kinds(), await off.kinds()]).toEqual([[], []])
})

test('a webhook hears of the events of an inactive laboratory when it is active again', async () => {
  const { lab, addStudy } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['studies', 'orders', 'patients'])
  const activate = (isActive: boolean) => database.db.update(labs).set({ isActive }).where(eq(labs.id, lab.id))
  await activate(false)
  await happen((await addStudy(settledStudy)).id, 'settled')
  await order(lab.id, { control: 'new', placer: { number: 'PL-9', authority: null }, patient })
  await mergeIds(lab.id, 'E', 'F')
  const kinds = ['study_received', 'order_created', 'patient_merged']
  expect(await webhook.kinds()).toEqual(kinds.map((kind) => `${kind} queued`))
  await activate(true)
  startSender()
  await eventually(async () => expect(await webhook.kinds()).toEqual(kinds.map((kind) => `${kind} sent`)))
})

test('webhooks of the new laboratory hear of a study that moved, and those of the old one do not', async () => {
  const { lab, otherLab, admin, addStudy } = await openLaboratory(database.db)
  const [here, there] = [await webhookOf(lab.id, ['studies', 'orders']), await webhookOf(otherLab.id, ['studies', 'orders'])]
  const study = await addStudy({ ...settledStudy, accessionNumber: 'ACC-MOVED', patientBirthDate: '1980-01-02' })
  await happen(study.id, 'settled')
  await order(lab.id, { control: 'new', placer: { number: 'PL-4', authority: null }, accessionNumber: 'ACC-MOVED', patient })
  await database.db.transaction((tx) => setLocation(tx, admin, { studyId: study.id, locationId: otherLab.id, others: false }))
  startSender()
  await eventually(async () => {
    expect(await there.kinds()).toEqual(['study_received sent'])
    expect(await here.kinds()).toEqual([
      'study_received cancelled',
      'order_created sent',
      'order_changed sent',
      'order_changed sent',
    ])
  })
  const states = here.bodies().map(({ order: shown }) => shown)
  expect(states).toMatchObject([{ state: 'ordered' }, { state: 'performed' }, { state: 'ordered' }])
})

test('a webhook that was stored before there were groups gets reports only', async () => {
  const { lab, addStudy, sign } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['reports'])
  const old = sql`${resultDestinations.settings} - 'events'`
  await database.db.update(resultDestinations).set({ settings: old }).where(eq(resultDestinations.id, webhook.destination.id))
  const study = await addStudy({ settledAt: new Date() })
  await happen(study.id, 'settled')
  await sign(study.id)
  expect(await webhook.kinds()).toEqual(['final queued'])
})

test('a withdrawal cancels the waiting report and leaves messages about the study', async () => {
  const { lab, addStudy, sign, withdraw } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['studies', 'reports'])
  const study = await addStudy({ settledAt: new Date() })
  await happen(study.id, 'settled')
  await sign(study.id)
  await withdraw(study.id)
  expect(await webhook.kinds()).toEqual(['study_received queued', 'final cancelled'])
  startSender()
  await eventually(async () => expect(await webhook.kinds()).toEqual(['study_received sent', 'final cancelled']))
})

test('a refused notice stops those of its order and of its patients, and no others', async () => {
  const { lab, admin } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['orders', 'patients'])
  const placers = ['PL-5', 'PL-6'].map((number) => ({ number, authority: null }))
  const [bad, good] = placers
  if (!bad || !good) throw new Error('two orders')
  const mergeId = await mergeIds(lab.id, 'C', 'D')
  await order(lab.id, { control: 'new', placer: bad })
  webhook.receiver.answerWith(400)
  startSender()
  await eventually(async () => expect(await webhook.kinds()).toEqual(['patient_merged parked', 'order_created parked']))
  webhook.receiver.answerWith(204)
  await undoMerge(admin, mergeId)
  await order(lab.id, { control: 'cancel', placer: bad })
  await order(lab.id, { control: 'new', placer: good })
  const waiting = ['patient_merged parked', 'order_created parked', 'patient_unmerged queued', 'order_changed queued']
  await eventually(async () => expect(await webhook.kinds()).toEqual([...waiting, 'order_created sent']))
  for (const { id } of (await listQueue(database.db, webhook.destination.id)).slice(0, 2))
    await database.db.transaction((tx) => changeDelivery(tx, admin, { deliveryId: id, action: 'retry' }))
  await eventually(async () => expect((await webhook.kinds()).every((kind) => kind.endsWith('sent'))).toBe(true))
})

test('an order is open again if two laboratories claim its study', async () => {
  const { lab, addStudy } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, ['orders'])
  const study = await addStudy({ accessionNumber: 'ACC-CONFLICT', patientBirthDate: '1980-01-02' })
  await order(lab.id, { control: 'new', placer: { number: 'PL-7', authority: null }, accessionNumber: 'ACC-CONFLICT', patient })
  await database.db.update(studies).set({ labConflictAt: new Date() }).where(eq(studies.id, study.id))
  await happen(study.id, 'lab_conflict')
  const states = (await listQueue(database.db, webhook.destination.id)).map(({ orderState }) => orderState)
  expect(states).toEqual(['ordered', 'performed', 'ordered'])
})

test('an erasure removes the messages about a study, its orders and its patients', async () => {
  const { lab, addStudy } = await openLaboratory(database.db)
  const webhook = await webhookOf(lab.id, [...eventGroups])
  const study = await addStudy({ ...settledStudy, accessionNumber: 'ACC-GONE', patientBirthDate: '1980-01-02' })
  await happen(study.id, 'settled')
  await order(lab.id, { control: 'new', placer: { number: 'PL-8', authority: null }, accessionNumber: 'ACC-GONE', patient })
  const people = [await createPatient(database.db, lab.id), await createPatient(database.db, lab.id)]
  const [fromRowId = '', intoRowId = ''] = people
  await database.db.transaction(async (begun) => {
    const [tx] = await lockPatients(begun, people)
    const union = { from: fromRowId, into: intoRowId, filled: [] }
    const merge = { labId: lab.id, fromRowId, intoRowId, moves: [], union, ownStudies: [] }
    await insertMergeDeliveries(tx, await insertMerge(tx, merge), 'patient_merged')
  })
  const queued = ['study_received queued', 'order_created queued', 'order_changed queued', 'patient_merged queued']
  expect(await webhook.kinds()).toEqual(queued)
  await database.db.transaction((tx) => removeStudyRows(tx, [study.id], 'erased'))
  expect(await webhook.kinds()).toEqual(['patient_merged queued'])
  await database.db.transaction((tx) => erasePatientRows(tx, people))
  expect(await webhook.kinds()).toEqual([])
})
