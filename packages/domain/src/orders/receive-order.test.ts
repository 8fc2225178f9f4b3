import type { OrderCommand } from '@readroom/contracts/orders/orders'
import { auditLog } from '@readroom/db/core/audit.schema'
import { readOrder } from '@readroom/db/orders/order-lists'
import { listOrderEvents } from '@readroom/db/orders/orders'
import { createLab, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { OrderSender } from '../patients/matching/order-sender.ts'
import { receiveOrder } from './receive-order.ts'
import { shownStateOf } from './shown-state.ts'

const everybody = { role: 'admin', labId: null, doctorId: null } as const

describe('orders of a connected system', () => {
  let database: TestDatabase
  let sender: OrderSender
  let next = 0
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    const { id: labId } = await createLab(database.db)
    sender = { source: 'hl7', labId, userId: null, name: 'North hospital', address: '10.0.0.7' }
  })
  afterAll(() => database.drop())

  const newPlacer = () => ({ number: `PL-${++next}`, authority: 'HIS' })
  const send = (command: OrderCommand, from = sender) => database.db.transaction((tx) => receiveOrder(tx, from, command))
  async function codeOf(command: OrderCommand): Promise<string> {
    return send(command).then(
      ({ isChanged }) => (isChanged ? 'changed' : 'unchanged'),
      (error: { code: string }) => error.code,
    )
  }
  async function read(orderId: string) {
    const listed = await readOrder(database.db, everybody, orderId)
    if (!listed) throw new Error('no such order')
    const statuses = listed.studies.map(({ status }) => status)
    return { ...listed, shown: shownStateOf(listed.order, statuses, listed.step) }
  }

  it('keep what a change leaves out, and clear what it says is nothing', async () => {
    const placer = newPlacer()
    const { orderId } = await send({ control: 'new', placer, indication: 'Cough', modality: 'CT', station: 'CT1' })
    await send({ control: 'change', placer, indication: 'Fever', station: null })
    expect((await read(orderId)).order).toMatchObject({ indication: 'Fever', modality: 'CT', station: null, version: 2 })
  })

  it('with the same number of another authority are other orders', async () => {
    const { number } = newPlacer()
    const [one, other] = [
      await send({ control: 'new', placer: { number, authority: 'HIS' } }),
      await send({ control: 'new', placer: { number, authority: null } }),
    ]
    expect(one.orderId).not.toBe(other.orderId)
  })

  it.each(['change', 'cancel', 'hold', 'release', 'discontinue'] as const)(
    'refuse %s before the order is there',
    async (control) => {
      expect(await codeOf({ control, placer: newPlacer(), indication: 'Cough' })).toBe('ORDER_NOT_FOUND')
    },
  )

  it.each(['cancel', 'hold', 'discontinue', 'new', 'change'] as const)('change nothing when %s comes twice', async (control) => {
    const placer = newPlacer()
    const fields = { indication: 'Cough', patient: { ids: [{ id: '7', authority: 'HIS' }], name: 'Doe^Jane' } }
    await send({ control: 'new', placer, ...fields })
    const again = { control, placer, ...(control === 'new' ? fields : { indication: 'Fever' }) }
    const first = await codeOf(again)
    expect([first, await codeOf(again)]).toEqual([control === 'new' ? 'unchanged' : 'changed', 'unchanged'])
  })

  it.each([
    ['cancelled', 'cancelled'],
    ['discontinued', 'discontinued'],
    ['held', 'held'],
    ['scheduled', 'ordered'],
    ['inProgress', 'ordered'],
    ['completed', 'ordered'],
  ] as const)('told to be %s are %s, once', async (status, shown) => {
    const placer = newPlacer()
    const { orderId } = await send({ control: 'new', placer })
    expect(await codeOf({ control: 'status', placer, status })).toBe('changed')
    expect(await codeOf({ control: 'status', placer, status })).toBe('unchanged')
    expect((await read(orderId)).shown).toBe(shown)
  })

  it('refuse a status command without a status', async () => {
    const placer = newPlacer()
    await send({ control: 'new', placer })
    expect(await codeOf({ control: 'status', placer })).toBe('BAD_REQUEST')
  })

  it('are of the laboratory of the connection, and are found by no other', async () => {
    const placer = newPlacer()
    await send({ control: 'new', placer })
    const other = { ...sender, labId: (await createLab(database.db)).id }
    await expect(send({ control: 'cancel', placer }, other)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
  })

  it('name their connection in history and audit log', async () => {
    const { orderId } = await send({ control: 'new', placer: newPlacer() })
    expect(await listOrderEvents(database.db, orderId)).toMatchObject([
      { source: 'hl7', sender: 'North hospital', actorName: null },
    ])
    const [entry] = await database.db.select().from(auditLog).where(eq(auditLog.targetId, orderId))
    expect(entry).toMatchObject({ action: 'order.created', actorUserId: null, address: '10.0.0.7' })
  })

  it('that come late have the study that is there', async () => {
    const { id } = await createStudy(database.db, {
      labId: sender.labId,
      accessionNumber: 'LATE-1',
      status: 'pending_assignment',
    })
    const { orderId } = await send({ control: 'new', placer: newPlacer(), accessionNumber: 'LATE-1' })
    expect(await read(orderId)).toMatchObject({ shown: 'performed', studies: [{ studyId: id, reason: 'accession' }] })
  })

  it('find their study when a change brings the accession number', async () => {
    const { id } = await createStudy(database.db, {
      labId: sender.labId,
      accessionNumber: 'LATE-2',
      status: 'pending_assignment',
    })
    const placer = newPlacer()
    const { orderId } = await send({ control: 'new', placer })
    await send({ control: 'change', placer, accessionNumber: 'LATE-2' })
    expect((await read(orderId)).studies).toMatchObject([{ studyId: id }])
  })

  it.each(['report_finalized', 'archived'] as const)('that name another patient keep a study that is %s', async (status) => {
    const placer = newPlacer()
    const accessionNumber = `ACC-${placer.number}`
    await createStudy(database.db, { labId: sender.labId, accessionNumber, patientId: 'P-1', status })
    const { orderId } = await send({
      control: 'new',
      placer,
      accessionNumber,
      patient: { ids: [{ id: 'P-1', authority: null }] },
    })
    await send({ control: 'change', placer, patient: { ids: [{ id: 'P-2', authority: null }] } })
    expect((await read(orderId)).studies).toHaveLength(1)
  })

  it('with two studies cannot be cancelled once one of them is reported', async () => {
    const fields = { labId: sender.labId, accessionNumber: 'TWO-1' }
    await createStudy(database.db, { ...fields, status: 'pending_assignment' })
    await createStudy(database.db, { ...fields, status: 'report_finalized' })
    const placer = newPlacer()
    await send({ control: 'new', placer, accessionNumber: 'TWO-1' })
    expect(await codeOf({ control: 'cancel', placer })).toBe('ORDER_REPORTED')
  })

  it('are one order when ten connections send the same at once', async () => {
    const placer = newPlacer()
    const receipts = await Promise.all(Array.from({ length: 10 }, () => send({ control: 'new', placer, indication: 'Cough' })))
    expect(new Set(receipts.map(({ orderId }) => orderId)).size).toBe(1)
    expect(receipts.filter(({ isChanged }) => isChanged)).toHaveLength(1)
  })
})
