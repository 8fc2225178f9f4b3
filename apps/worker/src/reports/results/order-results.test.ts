import type { OrderCommand } from '@readroom/contracts/orders/orders'
import { findOrder } from '@readroom/db/orders/orders'
import { matchByHand, unmatch } from '@readroom/domain/orders/matches-by-hand'
import { changeDelivery } from '@readroom/domain/reports/result-deliveries'
import { parseMessage } from '@readroom/hl7/message/message'
import { frame } from '@readroom/hl7/mllp/frames'
import { eventually } from '@readroom/local/core/eventually'
import { expect, test } from 'vitest'
import { openResultSystem } from './result-system.fixture.ts'
import { answerTo, type hl7Settings, listQueue, openLaboratory, statesOf } from './results.fixture.ts'

const { database, startSender, receiverOf, order: sendOrder } = openResultSystem()

/** The numbers of a message as its receiver files it: placer, filler, accession number, status and Study UID of each group. */
function numbersIn(message: Buffer): string[][] {
  const { segments } = parseMessage(message, '8859/1')
  const of = (name: string) => segments.filter((segment) => segment.name === name)
  const uids = of('OBX').filter((segment) => segment.value(3) === '113014')
  return of('OBR').map((obr, at) => [...[2, 3, 18, 25].map((field) => obr.value(field)), uids[at]?.value(5) ?? ''])
}

/** A laboratory whose system receives results while the test runs. */
async function open(changes: Parameters<typeof hl7Settings>[1] = {}) {
  const { db } = database
  const laboratory = await openLaboratory(db)
  const { admin, lab } = laboratory
  const { receiver, destination } = await receiverOf(lab.id, changes)
  const order = async (number: string, fields: Partial<OrderCommand> = {}) =>
    (await sendOrder(lab.id, { control: 'new', placer: { number, authority: null }, ...fields })).orderId
  const versionOf = async (orderId: string) => (await findOrder(db, admin, orderId))?.version ?? 0
  const pair = async (orderId: string, studyId: string) => ({ orderId, studyId, version: await versionOf(orderId) })
  return {
    ...laboratory,
    receiver,
    destination,
    order,
    match: async (orderId: string, studyId: string) => {
      const input = { ...(await pair(orderId, studyId)), isDifferenceConfirmed: false }
      await db.transaction((tx) => matchByHand(tx, admin, input))
    },
    unmatch: async (orderId: string, studyId: string) => {
      const input = await pair(orderId, studyId)
      await db.transaction((tx) => unmatch(tx, admin, input))
    },
    send: () => startSender(),
    received: () => receiver.received.flatMap(numbersIn),
    states: () => statesOf(db, destination.id),
  }
}

test('each order of a study gets its own result, correction and withdrawal, with its own numbers', async () => {
  const { order, addStudy, sign, withdraw, send, received, states } = await open()
  await order('PL-1', { accessionNumber: 'ACC-1', filler: { number: 'F-1', authority: null } })
  await order('PL-2', { accessionNumber: 'ACC-2' })
  const { id, studyInstanceUid: uid } = await addStudy({ accessionNumber: 'ACC-2', requestKeys: ['accession:ACC-1'] })
  // The images name both: the intake looks, and so does an order that comes later.
  await order('PL-1', { control: 'change', indication: 'Cough' })
  await order('PL-2', { control: 'change', indication: 'Cough' })
  send()
  await sign(id)
  await eventually(async () => expect(await states()).toEqual(['final sent', 'final sent']))
  const expected = (status: string) => [
    ['PL-1', 'F-1', 'ACC-1', status, uid],
    ['PL-2', 'ACC-2', 'ACC-2', status, uid],
  ]
  expect(received().toSorted()).toEqual(expected('F'))
  await sign(id, { kind: 'correction' })
  await eventually(() => expect(received().slice(2).toSorted()).toEqual(expected('C')))
  await withdraw(id)
  await eventually(() => expect(received().slice(4).toSorted()).toEqual(expected('X')))
})

test('an order that gets the study after its report has the report then, and a withdrawal if it loses the study', async () => {
  const { order, addStudy, sign, match, unmatch: part, send, received, receiver, states } = await open()
  const first = await order('PL-1', { accessionNumber: 'ACC-1' })
  const late = await order('PL-2', { accessionNumber: 'ACC-2' })
  const { id, studyInstanceUid: uid } = await addStudy({ accessionNumber: 'ACC-0' })
  await match(first, id)
  await sign(id)
  send()
  await eventually(() => expect(received()).toEqual([['PL-1', 'ACC-1', 'ACC-1', 'F', uid]]))
  await match(late, id)
  await eventually(() => expect(received().slice(1)).toEqual([['PL-2', 'ACC-2', 'ACC-2', 'F', uid]]))
  await part(late, id)
  await eventually(() => expect(received().slice(2)).toEqual([['PL-2', 'ACC-2', 'ACC-2', 'X', uid]]))
  expect(receiver.received.at(-1)?.toString()).toContain('an order that it does not belong to')
  await match(late, id)
  await eventually(() => expect(received().slice(3)).toEqual([['PL-2', 'ACC-2', 'ACC-2', 'F', uid]]))
  await eventually(async () => expect(await states()).toHaveLength(4))
})

test('a result without an order becomes that of the order if nobody has seen it, and is sent for none again without the order', async () => {
  const { order, addStudy, sign, match, unmatch: part, send, received, states } = await open()
  const { id, studyInstanceUid: uid } = await addStudy()
  await sign(id)
  const only = await order('PL-1')
  await match(only, id)
  expect(await states()).toEqual(['final queued'])
  await part(only, id)
  expect(await states()).toEqual(['final cancelled', 'final queued'])
  await match(only, id)
  send()
  await eventually(() => expect(received()).toEqual([['PL-1', 'ACC-77', 'ACC-77', 'F', uid]]))
  await part(only, id)
  await eventually(() =>
    expect(received().slice(1).toSorted()).toEqual([
      ['', 'ACC-77.2', 'ACC-77', 'F', uid],
      ['PL-1', 'ACC-77', 'ACC-77', 'X', uid],
    ]),
  )
})

test('a refused result for one order does not hold up that for the other', async () => {
  const { order, addStudy, sign, match, send, received, receiver, destination } = await open()
  const { id } = await addStudy()
  await match(await order('PL-UNKNOWN'), id)
  await match(await order('PL-2'), id)
  receiver.behave((socket, message) => {
    const isRefused = numbersIn(message).some(([placer]) => placer === 'PL-UNKNOWN')
    socket.write(frame(answerTo(message, isRefused ? { kind: 'faulty', faults: [] } : undefined)))
  })
  await sign(id)
  send()
  await eventually(async () => {
    const states = await statesOf(database.db, destination.id)
    expect(states).toEqual(['final parked', 'final sent'])
  })
  expect(received().map(([placer]) => placer)).toEqual(['PL-UNKNOWN', 'PL-2'])
})

test('a destination that wants it has one message with a group for each order', async () => {
  const { order, addStudy, sign, match, send, received, receiver } = await open({ ordersTogether: true })
  const { id, studyInstanceUid: uid } = await addStudy()
  await match(await order('PL-1', { accessionNumber: 'ACC-1' }), id)
  await match(await order('PL-2', { accessionNumber: 'ACC-2' }), id)
  await sign(id)
  send()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  expect(received()).toEqual([
    ['PL-1', 'ACC-1', 'ACC-1', 'F', uid],
    ['PL-2', 'ACC-2', 'ACC-2', 'F', uid],
  ])
})

test('two studies of one accession number have filler numbers of their own, also after corrections', async () => {
  const { addStudy, sign, send, received, destination, admin } = await open()
  const [one, two] = [await addStudy(), await addStudy()]
  send()
  await sign(two.id)
  await eventually(() => expect(received()).toHaveLength(1))
  await sign(one.id)
  await eventually(() => expect(received()).toHaveLength(2))
  await sign(two.id, { kind: 'correction' })
  await eventually(() => expect(received()).toHaveLength(3))
  expect(received().map(([, filler, , status, uid]) => [filler, status, uid])).toEqual([
    ['ACC-77', 'F', two.studyInstanceUid],
    ['ACC-77.2', 'F', one.studyInstanceUid],
    ['ACC-77', 'C', two.studyInstanceUid],
  ])
  const [sent] = await listQueue(database.db, destination.id)
  await expect(
    database.db.transaction((tx) => changeDelivery(tx, admin, { deliveryId: sent?.id ?? '', action: 'rewrite' })),
  ).rejects.toMatchObject({ code: 'DELIVERY_CHANGED' })
})
