import { Hl7Mapping } from '@readroom/contracts/orders/hl7'
import { listPortRefusals } from '@readroom/db/core/port-refusals'
import { lockHl7Connection } from '@readroom/db/orders/hl7'
import { hl7Connections } from '@readroom/db/orders/hl7.schema'
import { listUnknownValues } from '@readroom/db/orders/hl7-unknown-values'
import { listOrdersOfStudy } from '@readroom/db/orders/order-matches'
import { listOrderEvents } from '@readroom/db/orders/orders'
import { patientMerges, waitingPatientChanges } from '@readroom/db/patients/patients.schema'
import { removeStudyRows } from '@readroom/db/privacy/erasure'
import { lockStudies } from '@readroom/db/studies/studies'
import { studies } from '@readroom/db/studies/studies.schema'
import { createActor, createStudy, createUser } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { unmergeWithOrders } from '@readroom/domain/orders/ordered-patients'
import { rematchStudies } from '@readroom/domain/patients/matching/order-matches'
import { patientOfImages } from '@readroom/domain/patients/patients'
import { frame } from '@readroom/hl7/mllp/frames'
import { openSender, type Sender, type Target } from '@readroom/hl7/testing/mllp-sender'
import { adtChangeId, adtMerge, adtUpdate, omiOrder, ormOrder, oruDocument, utf8 } from '@readroom/hl7/testing/samples'
import { eventually } from '@readroom/local/core/eventually'
import { readSealKey } from '@readroom/pdf/seal'
import { selfSignedKey } from '@readroom/pdf/self-signed'
import { eq } from 'drizzle-orm'
import forge from 'node-forge'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { losingAnswer } from '../../core/jobs/jobs.fixture.ts'
import { countEvents } from '../../core/metrics.ts'
import { startRefusalCounts } from '../../core/port-refusals.ts'
import { silent } from '../../studies/intake/intake.fixture.ts'
import { createConnection, listen, listMessages, listOrders, readAnswer } from './hl7.fixture.ts'
import { expireHl7Messages } from './hl7-messages-expire.ts'
import { receive } from './hl7-receive.ts'
import { receiveTestOrder } from './test-order-receive.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

/** Starts a listener that ends with the test. */
function startListener(options: Parameters<typeof listen>[1] = {}) {
  const listener = listen(options.database ?? database, options)
  onTestFinished(() => listener.stop())
  return listener
}

/** Connects once the port is open. */
async function connectTo(target: Target): Promise<Sender> {
  const sender = await eventually(async () => {
    const next = openSender(target)
    await new Promise((resolve, reject) => next.socket.once('connect', resolve).once('error', reject))
    return next
  })
  onTestFinished(() => sender.close())
  return sender
}

/** Returns an order message with a control ID and an order number of its own. */
const orderMessage = (number: number | string, text = omiOrder) =>
  utf8(text.replace('|1001125|', `|C${number}|`).replaceAll('A100Z', `N${number}`))

test('an order is stored before it is acknowledged', async () => {
  const connection = await createConnection(database.db)
  const { results } = startListener()
  const sender = await connectTo(connection)
  const answer = await sender.send(utf8(omiOrder))
  expect(readAnswer(answer)).toEqual({ code: 'AA', controlId: '1001125', faults: [], of: 'ACK^O23^ACK' })
  expect(await listOrders(database, connection.labId)).toMatchObject([
    {
      placerNumber: 'A100Z',
      placerAuthority: 'WARD',
      source: 'hl7',
      accessionNumber: 'ACC-77',
      modality: 'MR',
      priority: 'URGENT',
      patientName: 'Bullerå^Søren^Ærø^Dr.',
      patientIdTexts: expect.arrayContaining(['PID_1', '99887']),
      scheduledAt: new Date('2026-11-20T08:30:00Z'),
    },
  ])
  const [stored] = await listMessages(database, connection.id)
  expect(stored).toMatchObject({ state: 'applied', type: 'OMI^O23', controlId: '1001125', raw: utf8(omiOrder), flags: [] })
  const [order] = await listOrders(database, connection.labId)
  expect(stored?.orderIds).toEqual([order?.id])
  expect(stored?.fields).toEqual(
    expect.arrayContaining(['accessionNumber', 'modality', 'scheduledAt', 'patient.ids', 'patient.name']),
  )
  expect(results).toEqual(['applied'])
})

test('a repeated message gets the answer of the first time, and changes nothing', async () => {
  const connection = await createConnection(database.db)
  const { results } = startListener()
  const sender = await connectTo(connection)
  const first = await sender.send(orderMessage(1))
  await sender.send(orderMessage(1, omiOrder.replace('ORC|NW', 'ORC|CA').replace('|1001125|', '|C1-CANCEL|')))
  expect(await sender.send(orderMessage(1))).toEqual(first)
  expect(await listOrders(database, connection.labId)).toMatchObject([{ state: 'cancelled' }])
  expect(results).toEqual(['applied', 'applied', 'repeated'])
})

test('a control ID that is used again for another message is a new message, with a flag', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  await sender.send(orderMessage(1))
  const other = utf8(orderMessage(2).toString().replace('|C2|', '|C1|'))
  expect(readAnswer(await sender.send(other))).toMatchObject({ code: 'AA', controlId: 'C1' })
  expect((await listMessages(database, connection.id)).map(({ flags }) => flags)).toEqual([[], ['reusedControlId']])
  expect(await listOrders(database, connection.labId)).toHaveLength(2)
})

test('two sockets that send the same message at the same moment get the same answer', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const senders = await Promise.all([connectTo(connection), connectTo(connection), connectTo(connection)])
  const answers = await Promise.all(senders.map((sender) => sender.send(orderMessage(1))))
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(await listMessages(database, connection.id)).toHaveLength(1)
})

test('idle connections lock no sender out, and are counted', async () => {
  const connection = await createConnection(database.db)
  const refusals = startRefusalCounts(database, silent)
  onTestFinished(() => refusals.stop())
  startListener({ refusals })
  const idle = [
    await connectTo(connection),
    await connectTo(connection),
    await connectTo(connection),
    await connectTo(connection),
  ]
  const sender = await connectTo(connection)
  expect(readAnswer(await sender.send(orderMessage(1)))).toMatchObject({ code: 'AA' })
  await eventually(() => expect(idle.filter(({ socket }) => socket.closed)).toHaveLength(1))
  await refusals.store()
  const counted = { port: 'hl7', address: '127.0.0.1', reason: 'gave way', count: 1 }
  expect(await listPortRefusals(database.db, connection.labId)).toMatchObject([counted])
  expect(await listPortRefusals(database.db, (await createConnection(database.db)).labId)).toEqual([])
})

test('two programs that receive the same message at the same moment store it once', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const context = { database, log: silent, onMessage: () => {} }
  const [one, two] = await Promise.all([sender.send(orderMessage(1)), receive(context, connection, '127.0.0.1', orderMessage(1))])
  expect(two?.map(String)).toEqual([String(one)])
  expect(await listMessages(database, connection.id)).toHaveLength(1)
})

test.each([
  ['content that is wrong', omiOrder.replace('ACC-77', 'A'.repeat(65)), 'AE', ['IPC^1^1 102'], 'faulty', true],
  ['a cancellation of an unknown order', omiOrder.replace('ORC|NW', 'ORC|CA'), 'AE', ['ORC^1^2 204'], 'faulty', true],
  ['a merge into itself', adtMerge.replace('OLD_1', 'NEW_1'), 'AE', ['MRG^1^1 205'], 'faulty', true],
  ['a report', oruDocument, 'AR', ['MSH^1^9 200'], 'refused', false],
  ['another facility', omiOrder.replace('|NORTH_RADIOLOGY|', '|SOUTH|'), 'AR', ['MSH^1^4 204'], 'refused', false],
  ['bytes of no character set', omiOrder.replace('UNICODE UTF-8', 'ISO IR87'), 'AE', ['MSH^1^18 103'], 'faulty', false],
])('a message with %s makes no order, and its sender hears why', async (_name, text, code, faults, state, isKept) => {
  const connection = await createConnection(database.db, { sendingFacility: 'NORTH_RADIOLOGY' })
  startListener()
  const sender = await connectTo(connection)
  const answer = await sender.send(utf8(text))
  expect(readAnswer(answer)).toMatchObject({ code, faults })
  expect(await listOrders(database, connection.labId)).toEqual([])
  const [stored] = await listMessages(database, connection.id)
  expect(stored).toMatchObject({ state })
  expect(stored?.raw !== null).toBe(isKept)
  expect(await sender.send(utf8(text))).toEqual(answer)
})

/** Adds a study as the intake does. */
const scan = (labId: string, patientId: string, name: string, fields: object = {}) =>
  database.db.transaction(async (begun) => {
    const identity = { name, birthDate: '1980-02-14', sex: 'F' as const }
    const [tx, patientRowId] = await patientOfImages(begun, { labId, patientId, identity })
    const said = { patientId, patientName: name, patientBirthDate: identity.birthDate, patientSex: identity.sex }
    return createStudy(tx, { labId, patientRowId, ...said, ...fields })
  })
const rowOf = async ({ id }: { id: string }) => (await database.db.select().from(studies).where(eq(studies.id, id)))[0]

test('a merge is done before it is acknowledged, and its repetition gets the same answer', async () => {
  const connection = await createConnection(database.db)
  const { results } = startListener()
  const [old, kept] = [await scan(connection.labId, 'OLD_1', 'Arden Mira'), await scan(connection.labId, 'NEW_1', 'Arden Mira')]
  const sender = await connectTo(connection)
  const answer = await sender.send(utf8(adtMerge))
  expect(readAnswer(answer)).toMatchObject({ code: 'AA', faults: [] })
  expect(await rowOf(old)).toMatchObject({ patientId: 'NEW_1', patientRowId: kept.patientRowId })
  expect(await sender.send(utf8(adtMerge))).toEqual(answer)
  const again = await sender.send(utf8(adtMerge.replace('|1002122|', '|1002199|')))
  expect(readAnswer(again)).toMatchObject({ code: 'AA' })
  expect(results).toEqual(['applied', 'repeated', 'applied'])
})

test('a merge that only a person may decide is stored, and its sender hears that it waits', async () => {
  const connection = await createConnection(database.db)
  const { results } = startListener()
  const old = await scan(connection.labId, 'OLD_1', 'Nobody Else')
  const sender = await connectTo(connection)
  const answer = await sender.send(utf8(adtMerge))
  expect(readAnswer(answer)).toMatchObject({ code: 'AA' })
  expect(answer?.toString('latin1')).toContain('|Stored. An administrator must decide. Name, birth date or sex of the message')
  expect(await rowOf(old)).toMatchObject({ patientId: 'OLD_1' })
  const waiting = await database.db.select().from(waitingPatientChanges).where(eq(waitingPatientChanges.labId, connection.labId))
  expect(waiting).toMatchObject([{ kind: 'merge', patientId: 'NEW_1', previousId: 'OLD_1', patientName: 'Arden^Mira' }])
  expect(await listMessages(database, connection.id)).toMatchObject([{ state: 'waiting' }])
  expect(results).toEqual(['waiting'])
})

test('a message with several merges does all of them', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const [first, second] = [
    await scan(connection.labId, 'OLD_1', 'Arden Mira'),
    await scan(connection.labId, 'OLD_2', 'Arden Mira'),
  ]
  const sender = await connectTo(connection)
  const both = `${adtMerge}PID|||NEW_3^^^NORTH||Arden^Mira||19800214|F\rMRG|OLD_2^^^NORTH\r`
  expect(readAnswer(await sender.send(utf8(both)))).toMatchObject({ code: 'AA' })
  expect([(await rowOf(first))?.patientId, (await rowOf(second))?.patientId]).toEqual(['NEW_1', 'NEW_3'])
})

test('a changed ID and an update reach the record, and an order under the former ID still finds its images', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const study = await scan(connection.labId, 'OLD_2', 'Arden Mira')
  expect(readAnswer(await sender.send(utf8(adtChangeId)))).toMatchObject({ code: 'AA' })
  const update = adtUpdate.replace('PID_1', 'NEW_2').replace('Arden^Mira', 'Arden^Mira^Kate')
  expect(readAnswer(await sender.send(utf8(update)))).toMatchObject({ code: 'AA' })
  expect(await rowOf(study)).toMatchObject({ patientId: 'NEW_2', patientName: 'Arden Mira Kate' })
  const order = ormOrder.replace('583295^^^NORTH', 'OLD_2^^^NORTH').replace('ARDEN^MIRA^K', 'ARDEN^MIRA')
  expect(readAnswer(await sender.send(utf8(order)))).toMatchObject({ code: 'AA' })
  const uid = '1.2.826.0.1.3680043.9.7433.1.1026'
  const late = await scan(connection.labId, 'OLD_2', 'Arden Mira', { studyInstanceUid: uid })
  await database.db.transaction(async (begun) => rematchStudies(...(await lockStudies(begun, [late.id]))))
  expect(await rowOf(late)).toMatchObject({ patientId: 'NEW_2' })
  expect(await listOrdersOfStudy(database.db, late.id)).toMatchObject([{ order: { placerNumber: 'A103Z' } }])
})

test.each(['A01', 'A04', 'A08', 'A28', 'A31'])('an order whose patient has no images follows ADT^%s', async (event) => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const unknown = ormOrder.replace('583295', 'PID_1').replace('ARDEN^MIRA^K', 'Unknown^Male').replace('19800214|F', '19000101|M')
  await sender.send(utf8(unknown))
  const answer = await sender.send(utf8(adtUpdate.replace('ADT^A08', `ADT^${event}`)))
  expect(readAnswer(answer)).toMatchObject({ code: 'AA' })
  expect(answer?.toString()).not.toContain('Nothing was changed')
  const [order] = await listOrders(database, connection.labId)
  expect(order).toMatchObject({ patientName: 'Arden^Mira', patientBirthDate: '1980-02-14', patientSex: 'F', version: 2 })
  expect((await listOrderEvents(database.db, order?.id ?? '')).at(-1)).toMatchObject({
    event: 'changed',
    sender: connection.name,
  })
})

test.each(['', '""'])(
  'an order whose patient is named %j is stored, and its sender and administrators hear of it',
  async (name) => {
    const connection = await createConnection(database.db)
    startListener()
    const sender = await connectTo(connection)
    const answer = await sender.send(utf8(ormOrder.replace('ARDEN^MIRA^K', name)))
    expect(answer?.toString()).toContain('|PID-5 has no name. The order was stored without one.')
    expect(readAnswer(answer)).toMatchObject({ code: 'AA' })
    const told = [{ state: 'applied', faults: ['PID-5 has no name. The order was stored without one.'] }]
    expect(await listMessages(database, connection.id)).toMatchObject(told)
    const strict = { ...connection, mapping: { ...connection.mapping, isWaitingFault: true } }
    const again = utf8(ormOrder.replace('ARDEN^MIRA^K', name).replace('103106', '103107'))
    const [refused] = (await receive({ database, log: silent, onMessage: () => {} }, strict, '127.0.0.1', again)) ?? []
    expect(readAnswer(refused ?? null)).toMatchObject({ code: 'AE' })
    expect(await listOrders(database, connection.labId)).toMatchObject([{ patientName: null, placerNumber: 'A103Z' }])
  },
)

test('the answer to an update of somebody who is only ordered says what was not kept', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const order = ormOrder.replace('583295', 'PID_1').replace('ARDEN^MIRA^K', 'Arden^Mira')
  await sender.send(utf8(order))
  const told = async (text: string) => (await sender.send(utf8(text)))?.toString()
  expect(await told(adtUpdate)).toContain('Only orders have the ID of PID-3. Phone number, email and address are kept once')
  const withoutContact = `${adtUpdate.split('|||Street')[0]}\r`.replace('100212', '100213')
  expect(await told(withoutContact)).toContain('Only orders have the ID of PID-3. They have these values already.')
})

test.each([
  ['a merge', adtMerge, 'OLD_1', 'NEW_1'],
  ['a changed ID', adtChangeId, 'OLD_2', 'NEW_2'],
])('orders follow %s, also the second time, and its undoing', async (_name, message, before, after) => {
  const { db } = database
  const connection = await createConnection(db)
  startListener()
  const sender = await connectTo(connection)
  const ordered = (number: string, name: string) =>
    utf8(ormOrder.replace('583295', before).replace('ARDEN^MIRA^K', name).replaceAll('A103Z', number).replace('103106', number))
  await sender.send(ordered('N1', 'Ardenn^Mira'))
  expect(readAnswer(await sender.send(utf8(message)))).toMatchObject({ code: 'AA' })
  const ids = async () =>
    (await listOrders(database, connection.labId)).map(({ patientIds, patientIdTexts }) => [patientIds[0]?.id, ...patientIdTexts])
  expect(await ids()).toEqual([[after, after, before]])
  await sender.send(ordered('N2', 'Ardenn^Mira'))
  await sender.send(utf8(message.replace('100212', '200212')))
  expect((await ids()).map(([id]) => id)).toEqual([after, after])
  const [merge] = await db.select().from(patientMerges).where(eq(patientMerges.labId, connection.labId))
  const admin = await createActor(db, await createUser(db, 'admin'))
  await db.transaction((tx) => unmergeWithOrders(tx, admin, merge?.id ?? ''))
  expect(await ids()).toEqual([
    [before, before],
    [before, before],
  ])
  expect((await listOrders(database, connection.labId))[0]?.patientName).toBe('Ardenn^Mira')
})

test('orders with one ID that name several people wait for a person, and the answer says so', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const of = (number: string, name: string, birth: string) =>
    utf8(
      ormOrder
        .replace('583295', 'PID_1')
        .replace('ARDEN^MIRA^K', name)
        .replace('19800214', birth)
        .replaceAll('A103Z', number)
        .replace('103106', number),
    )
  await sender.send(of('N1', 'Unknown^Male', '19000101'))
  await sender.send(of('N2', 'Okafor^Chidi', '19700302'))
  const merged = await sender.send(utf8(adtMerge.replace('OLD_1', 'PID_1')))
  expect(merged?.toString()).toContain('An administrator must decide. Orders with the ID of MRG-1 name several people.')
  const answer = await sender.send(utf8(adtUpdate))
  expect(answer?.toString()).toContain('An administrator must decide. Orders with the ID of PID-3 name several people.')
  expect((await listOrders(database, connection.labId)).map(({ patientName }) => patientName)).toEqual([
    'Unknown^Male',
    'Okafor^Chidi',
  ])
  expect(await listMessages(database, connection.id)).toMatchObject([{}, {}, { state: 'waiting' }, { state: 'waiting' }])
  await database.db
    .update(hl7Connections)
    .set({ mapping: { ...connection.mapping, isWaitingFault: true }, version: 2 })
    .where(eq(hl7Connections.id, connection.id))
  const [strict] = await database.db.select().from(hl7Connections).where(eq(hl7Connections.id, connection.id))
  const context = { database, log: silent, onMessage: () => {} }
  const [again] = (strict && (await receive(context, strict, '127.0.0.1', utf8(adtUpdate.replace('100212', '100299'))))) ?? []
  expect(readAnswer(again ?? null)).toMatchObject({ code: 'AE' })
})

test.each([
  ['an ID that is too long', adtUpdate.replace('PID_1', 'P'.repeat(65)), 'PID^1^3 102'],
  ['an address that is too long', adtUpdate.replace('Street', 'S'.repeat(501)), 'PID^1^11 102'],
  ['a phone number that is too long', adtUpdate.replace('|||Street', `|||Street||${'1'.repeat(51)}`), 'PID^1^13 102'],
])('an update with %s names the field', async (_name, text, fault) => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  expect(readAnswer(await sender.send(utf8(text)))).toMatchObject({ code: 'AE', faults: [fault] })
})

test('a new order with a known number changes it, and a change of an unknown one makes it', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  await sender.send(orderMessage(1))
  const other = orderMessage(1).toString().replace('|C1|', '|C2|').replace('|MR|', '|CT|')
  expect(readAnswer(await sender.send(utf8(other)))).toMatchObject({ code: 'AA' })
  expect(readAnswer(await sender.send(orderMessage(2, omiOrder.replace('ORC|NW', 'ORC|XO'))))).toMatchObject({ code: 'AA' })
  expect(await listOrders(database, connection.labId)).toMatchObject([
    { placerNumber: 'N1', modality: 'CT', version: 2 },
    { placerNumber: 'N2', modality: 'MR', version: 1 },
  ])
  // Nobody's order becomes that of another patient, and nobody's order is cancelled.
  const somebody = other.replace('|C2|', '|C3|').replace('PID_1', 'PID_9').replace('~99887', '~99880')
  expect(readAnswer(await sender.send(utf8(somebody)))).toMatchObject({ code: 'AE', faults: ['ORC^1^2 205'] })
  const cancel = orderMessage(3, omiOrder.replace('ORC|NW', 'ORC|CA'))
  expect(readAnswer(await sender.send(cancel))).toMatchObject({ code: 'AE', faults: ['ORC^1^2 204'] })
})

test('a connection that refuses both keeps its orders', async () => {
  const mapping = Hl7Mapping.parse({ isUpsert: false })
  const connection = await createConnection(database.db, { mapping })
  startListener()
  const sender = await connectTo(connection)
  await sender.send(orderMessage(1))
  const other = utf8(orderMessage(1).toString().replace('|C1|', '|C2|').replace('|MR|', '|CT|'))
  expect(readAnswer(await sender.send(other))).toMatchObject({ code: 'AE', faults: ['ORC^1^2 205'] })
  const change = orderMessage(2, omiOrder.replace('ORC|NW', 'ORC|XO'))
  expect(readAnswer(await sender.send(change))).toMatchObject({ code: 'AE', faults: ['ORC^1^2 204'] })
  expect(await listOrders(database, connection.labId)).toMatchObject([{ modality: 'MR' }])
})

test('values that nobody knows stay on the order and the message, and are counted, until they are known', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const strange = omiOrder.replace('|M|||Street', '|W|||Street').replace('|A\r', '|Notfall\r').replace('20141014', '2014')
  const uid = strange.replace('1.2.826.0.1.3680043.9.7433.1.77', 'STUDY-77')
  for (const number of [1, 2]) expect(readAnswer(await sender.send(orderMessage(number, uid)))).toMatchObject({ code: 'AA' })
  const [first] = await listOrders(database, connection.labId)
  const unknownValues = { sex: 'W', priority: 'Notfall', birthDate: '2014', studyInstanceUid: 'STUDY-77' }
  expect(first).toMatchObject({ unknownValues, patientSex: null, priority: null, studyInstanceUid: null, modality: 'MR' })
  expect(await listMessages(database, connection.id)).toMatchObject([{ flags: ['unknownValues'] }, { flags: ['unknownValues'] }])
  const counted = (await listUnknownValues(database.db)).filter(({ connectionId }) => connectionId === connection.id)
  expect(counted.map(({ field, value, count }) => [field, value, count])).toEqual([
    ['birthDate', '', 2],
    ['priority', 'Notfall', 2],
    ['sex', 'W', 2],
    ['studyInstanceUid', '', 2],
  ])
  const known = orderMessage(1, omiOrder.replace('ORC|NW', 'ORC|XO')).toString().replace('|C1|', '|C9|')
  expect(readAnswer(await sender.send(utf8(known)))).toMatchObject({ code: 'AA' })
  expect((await listOrders(database, connection.labId))[0]).toMatchObject({
    unknownValues: {},
    patientSex: 'M',
    priority: 'URGENT',
  })
})

test('a message with several orders applies all of them', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const [, second = ''] = orderMessage(2)
    .toString()
    .split(/(?=ORC\|)/)
  const message = utf8(orderMessage(1).toString() + second)
  expect(readAnswer(await sender.send(message))).toMatchObject({ code: 'AA' })
  expect((await listOrders(database, connection.labId)).map(({ placerNumber }) => placerNumber)).toEqual(['N1', 'N2'])
})

test('garbage is refused, and the next message is received', async () => {
  const connection = await createConnection(database.db)
  const { results } = startListener()
  const sender = await connectTo(connection)
  expect(readAnswer(await sender.send(utf8('garbage')))).toMatchObject({ code: 'AR', controlId: '' })
  expect(readAnswer(await sender.send(utf8(ormOrder)))).toMatchObject({ code: 'AA' })
  expect(results).toEqual(['garbage', 'applied'])
})

test('a text of several lines is stored as a whole, with all fields after it', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const broken = (lineBreak: string) =>
    ormOrder.replace('a ladder', `a ladder.${lineBreak}NO CONTRAST`).replace('|MOF5026|', '|ACC-1|')
  const [lf, cr] = [broken('\n'), broken('\r').replaceAll('A103Z', 'A104Z').replace('103106', '103107')]
  expect(readAnswer(await sender.send(utf8(lf)))).toMatchObject({ code: 'AA' })
  expect(readAnswer(await sender.send(utf8(cr)))).toMatchObject({ code: 'AA' })
  const stored = { indication: expect.stringContaining('a ladder.\nNO CONTRAST'), accessionNumber: 'ACC-1', modality: 'CT' }
  expect(await listOrders(database, connection.labId)).toMatchObject([stored, stored])
  expect(await listMessages(database, connection.id)).toMatchObject([{ flags: [] }, { flags: ['strayLines'] }])
})

test('a lying character set is read and flagged, and the answer is in the sender’s', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  await sender.send(utf8(omiOrder.replace('UNICODE UTF-8', '8859/1')))
  expect(await listMessages(database, connection.id)).toMatchObject([{ flags: ['utf8InDisguise'] }])
  expect(await listOrders(database, connection.labId)).toMatchObject([{ patientName: 'Bullerå^Søren^Ærø^Dr.' }])
})

test('in enhanced mode the sender gets both acknowledgements', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  const message = utf8(omiOrder.replace('|P|2.5.1||||||', '|P|2.5.1|||AL|AL||'))
  expect([readAnswer(await sender.send(message)), readAnswer(await sender.next())]).toMatchObject([
    { code: 'CA' },
    { code: 'AA' },
  ])
})

test('while the database does not answer, nobody is answered; the repetition is stored', async () => {
  const connection = await createConnection(database.db)
  const broken = { db: losingAnswer(database.db, async () => true) }
  const { results } = startListener({ database: broken })
  const first = await connectTo(connection)
  expect(await first.send(orderMessage(1))).toBeNull()
  const second = await connectTo(connection)
  expect(readAnswer(await second.send(orderMessage(1)))).toMatchObject({ code: 'AA' })
  expect(await listMessages(database, connection.id)).toHaveLength(1)
  expect(results).toEqual(['unanswered', 'repeated'])
})

test('a message that is killed at any byte, on its way in or its answer’s way out, is stored once', async () => {
  const connection = await createConnection(database.db)
  let listener = listen(database)
  onTestFinished(() => listener.stop())
  let seed = 20_261_120
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const sent = Array.from({ length: 40 }, (_, number) => orderMessage(100 + number))
  for (const [number, message] of sent.entries()) {
    const bytes = frame(message)
    // The sender dies within the message, or after it and before the answer.
    const dying = await connectTo(connection)
    const at = number % 4 === 0 ? bytes.length : random(bytes.length)
    await new Promise((resolve) => dying.socket.write(bytes.subarray(0, at), resolve))
    dying.close()
    // Now and then our side goes down too, whatever it is doing.
    if (number % 10 === 5) {
      const stopping = listener.stop()
      listener = listen(database)
      await stopping
    }
    for (let answer: Buffer | null = null; readAnswer(answer)?.code !== 'AA'; ) {
      const sender = await connectTo(connection)
      answer = await sender.send(message)
      sender.close()
    }
  }
  const stored = await listMessages(database, connection.id)
  expect(stored.map(({ raw }) => raw?.toString())).toEqual(sent.map(String))
  expect(await listOrders(database, connection.labId)).toHaveLength(sent.length)
})

test('addresses that are not allowed are turned away before they say anything, and are counted', async () => {
  const connection = await createConnection(database.db, { allowedAddresses: ['10.0.0.0/8', '::1'] })
  const refusals = startRefusalCounts(database, silent)
  onTestFinished(() => refusals.stop())
  startListener({ refusals })
  const sender = await connectTo(connection)
  expect(await sender.send(utf8(omiOrder))).toBeNull()
  expect(await listMessages(database, connection.id)).toEqual([])
  await refusals.store()
  const counted = { port: 'hl7', address: '127.0.0.1', reason: 'not allowed', count: 1, firstAt: expect.any(Date) }
  expect(await listPortRefusals(database.db, connection.labId)).toMatchObject([counted])
})

test('with TLS only senders with a certificate of the connection are let in', async () => {
  const files = ['server', 'sender', 'stranger'].map((name) => {
    const pfx = selfSignedKey(name, 'secret')
    const { key, certificate } = readSealKey(pfx, 'secret')
    return { pfx, cert: forge.pki.certificateToPem(certificate), key: forge.pki.privateKeyToPem(key) }
  })
  const [server, known, stranger] = files
  if (!server || !known || !stranger) throw new Error('a certificate is missing')
  const connection = await createConnection(database.db, { clientCertificates: known.cert })
  startListener({ identity: { cert: server.cert, key: server.key } })
  const sendWith = async (tls: Target['tls']) => {
    const sender = await connectTo({
      port: connection.port,
      ...(tls ? { tls: { ...tls, ca: server.cert, checkServerIdentity: () => undefined } } : {}),
    })
    return readAnswer(await sender.send(utf8(omiOrder)))
  }
  expect(await sendWith({ pfx: known.pfx, passphrase: 'secret' })).toMatchObject({ code: 'AA' })
  expect(await sendWith({ pfx: stranger.pfx, passphrase: 'secret' })).toBeNull()
  expect(await sendWith({})).toBeNull()
  expect(await sendWith(undefined)).toBeNull()
  expect(await listMessages(database, connection.id)).toHaveLength(1)
})

test('messages are removed after the days of their connection', async () => {
  const [brief, long] = [await createConnection(database.db, { keepDays: 1 }), await createConnection(database.db)]
  startListener()
  for (const { port } of [brief, long]) await (await connectTo({ port })).send(orderMessage(1))
  await database.asOwner("update hl7_messages set received_at = now() - interval '2 days'")
  await expireHl7Messages({ database, log: silent })
  expect(await listMessages(database, brief.id)).toEqual([])
  expect(await listMessages(database, long.id)).toHaveLength(1)
})

test('an erasure removes the text of the patient’s messages of their laboratory, and no other', async () => {
  const [connection, other] = [await createConnection(database.db), await createConnection(database.db)]
  startListener()
  const sender = await connectTo(connection)
  await sender.send(orderMessage(1))
  await sender.send(orderMessage(2, omiOrder.replace('PID_1', 'PID_2').replace('99887', '99888')))
  await (await connectTo(other)).send(orderMessage(1))
  const study = await createStudy(database.db, { labId: connection.labId, patientId: 'PID_1' })
  await database.db.transaction((tx) => removeStudyRows(tx, [study.id], 'erased'))
  const kept = async ({ id }: { id: string }) =>
    (await listMessages(database, id)).map(({ raw, patientIds }) => [raw !== null, patientIds.length])
  expect(await kept(connection)).toEqual([
    [false, 0],
    [true, 2],
  ])
  expect(await kept(other)).toEqual([[true, 2]])
  expect(readAnswer(await sender.send(orderMessage(1)))).toMatchObject({ code: 'AA' })
})

test('a connection that is closed takes no further message, also of a sender that is still connected', async () => {
  const connection = await createConnection(database.db)
  startListener()
  const sender = await connectTo(connection)
  expect(readAnswer(await sender.send(orderMessage(1)))).toMatchObject({ code: 'AA' })
  await database.db.update(hl7Connections).set({ isEnabled: false }).where(eq(hl7Connections.id, connection.id))
  expect(await sender.send(orderMessage(2))).toBeNull()
  expect(await listMessages(database, connection.id)).toHaveLength(1)
})

test('a stop lets the message in hand finish, with its answer', async () => {
  const connection = await createConnection(database.db)
  const listener = startListener()
  const sender = await connectTo(connection)
  await sender.send(orderMessage(1))
  const { waiting, stopping } = await database.db.transaction(async (tx) => {
    await lockHl7Connection(tx, connection.id)
    const waiting = sender.send(orderMessage(2))
    await eventually(async () => {
      const { rows } = await database.asOwner(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      )
      expect(rows).toHaveLength(1)
    })
    // Neither is awaited before the lock is gone.
    return { waiting, stopping: listener.stop() }
  })
  expect(readAnswer(await waiting)).toMatchObject({ code: 'AA', controlId: 'C2' })
  await stopping
})

test('a test order is received once, also if its job is repeated, and not by a disabled connection', async () => {
  const mapping = { ...Hl7Mapping.parse({}), places: { accessionNumber: ['ZXX-2'] } }
  const connection = await createConnection(database.db, { mapping, sendingFacility: 'NORTH' })
  const disabled = await createConnection(database.db, { isEnabled: false })
  const context = { database, log: silent, counters: countEvents(new Registry()) }
  const payload = { connectionId: connection.id, number: 'TEST-1A2B3C4D', sentAt: '2026-11-26T09:30:00.000Z' }
  await receiveTestOrder(context, payload)
  await receiveTestOrder(context, payload)
  await receiveTestOrder(context, { ...payload, connectionId: disabled.id })
  expect(await listOrders(database, connection.labId)).toMatchObject([
    { placerNumber: 'TEST-1A2B3C4D', accessionNumber: 'TEST-1A2B3C4D', patientName: 'TEST^ORDER', state: 'ordered' },
  ])
  expect(await listMessages(database, connection.id)).toMatchObject([{ state: 'applied', controlId: 'TEST-1A2B3C4D' }])
  expect(await listOrders(database, disabled.labId)).toEqual([])
})
