import { listOrders } from '@readroom/db/orders/order-lists'
import { listOrderEvents } from '@readroom/db/orders/orders'
import { orderMatches, performedSteps } from '@readroom/db/orders/orders.schema'
import { countOrdersWithoutImages } from '@readroom/db/orders/performed-steps'
import { createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { shownStateOf } from '@readroom/domain/orders/shown-state'
import type {} from '@readroom/local/suites/vitest-services'
import dimse from 'dcmjs-dimse'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createScanner, find, openWorklists, tellStep } from './worklist.fixture.ts'

const { Dataset, constants } = dimse
const { Status } = constants
const administrator = { role: 'admin', labId: null, doctorId: null } as const

type Scanner = Awaited<ReturnType<typeof createScanner>>
type Named = { studyUid?: string; accession?: string; patientId?: string }

describe('performed steps', () => {
  let database: TestDatabase
  let worklists: Awaited<ReturnType<typeof openWorklists>>
  let scanner: Scanner
  let other: Scanner
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'))
    scanner = await createScanner(database.db, 'STEPS')
    other = await createScanner(database.db, 'ELSE')
    worklists = await openWorklists(database)
  })
  afterAll(async () => {
    await worklists.stop()
    await database.drop()
  })

  const uidOf = () => Dataset.generateDerivedUid()
  const begin = async (uid: string, names: Named[], by = scanner) => {
    const sequence = names.map(({ studyUid = '', accession = '' }) => ({
      StudyInstanceUID: studyUid,
      AccessionNumber: accession,
    }))
    const patient = { PatientID: names[0]?.patientId ?? '' }
    const elements = { PerformedProcedureStepStatus: 'IN PROGRESS', ScheduledStepAttributesSequence: sequence, ...patient }
    return tellStep(await worklists.port(), by, { action: 'create', uid, elements })
  }
  const set = async (uid: string, elements: Record<string, unknown>, by = scanner) =>
    tellStep(await worklists.port(), by, { action: 'set', uid, elements })
  const end = (uid: string, status: string, by = scanner) => set(uid, { PerformedProcedureStepStatus: status }, by)

  /** The state of an order as the Orders page shows it, once by the row and once by the filter. */
  async function shown(orderId: string) {
    const { db } = database
    const search = { zone: 'UTC', search: '', limit: 100 }
    const listed = (await listOrders(db, administrator, search)).find(({ order }) => order.id === orderId)
    if (!listed) throw new Error('the order is gone')
    const state = shownStateOf(listed.order, [], listed.step)
    const filtered = await listOrders(db, administrator, { ...search, state })
    expect(filtered.map(({ order }) => order.id)).toContain(orderId)
    return state
  }
  const history = async (orderId: string) =>
    (await listOrderEvents(database.db, orderId)).map(({ event, source, sender }) => [event, source, sender])
  const isOffered = async (accession: string) =>
    (await find(await worklists.port(), scanner, [`AccessionNumber=${accession}`])).length > 0

  it('an examination is in progress, then waits for its images, and leaves the worklist', async () => {
    const { id } = await scanner.addOrder('1', { accessionNumber: 'S-1', studyInstanceUid: '1.2.3.1' })
    const uid = uidOf()
    expect(await begin(uid, [{ studyUid: '1.2.3.1' }])).toBe(Status.Success)
    expect(await shown(id)).toBe('inProgress')
    expect(await isOffered('S-1')).toBe(true)
    expect(await set(uid, { PerformedProcedureStepDescription: 'Head' })).toBe(Status.Success)
    expect(await shown(id)).toBe('inProgress')
    expect(await end(uid, 'COMPLETED')).toBe(Status.Success)
    expect(await shown(id)).toBe('acquired')
    expect(await isOffered('S-1')).toBe(false)
    expect(await history(id)).toEqual([
      ['started', 'scanner', 'CT_STEPS'],
      ['completed', 'scanner', 'CT_STEPS'],
    ])
  })

  it('a completed examination whose images have not come after an hour is counted until they come', async () => {
    const { db } = database
    const { id } = await scanner.addOrder('9', { accessionNumber: 'S-9' })
    const uid = uidOf()
    await begin(uid, [{ accession: 'S-9' }])
    await end(uid, 'COMPLETED')
    const ofStep = eq(performedSteps.sopInstanceUid, uid)
    expect(await countOrdersWithoutImages(db)).toBe(0)
    await db.update(performedSteps).set({ updatedAt: sql`now() - interval '61 minutes'` }).where(ofStep)
    expect(await countOrdersWithoutImages(db)).toBe(1)
    const study = await createStudy(db, { labId: scanner.lab.id })
    await db.insert(orderMatches).values({ orderId: id, studyId: study.id, reason: 'accession' })
    expect(await countOrdersWithoutImages(db)).toBe(0)
  })

  it('a stopped examination stays on the worklist, and can be performed again', async () => {
    const { id } = await scanner.addOrder('2', { accessionNumber: 'S-2' })
    const [first, second] = [uidOf(), uidOf()]
    await begin(first, [{ accession: 'S-2' }])
    expect(await end(first, 'DISCONTINUED')).toBe(Status.Success)
    expect(await shown(id)).toBe('ordered')
    expect(await isOffered('S-2')).toBe(true)
    await begin(second, [{ accession: 'S-2' }])
    expect(await shown(id)).toBe('inProgress')
  })

  it('a step performs several orders, but none of another laboratory, patient or state', async () => {
    const patient = { patientIds: [{ id: 'P-1', authority: null }], patientIdTexts: ['P-1'] }
    const both = await Promise.all(
      ['3', '4'].map((number) => scanner.addOrder(number, { accessionNumber: `S-${number}`, ...patient })),
    )
    const foreign = await other.addOrder('5', { accessionNumber: 'S-3' })
    const cancelled = await scanner.addOrder('6', { accessionNumber: 'S-3', state: 'cancelled' })
    const ofOther = await scanner.addOrder('7', { accessionNumber: 'S-4', patientIds: [], patientIdTexts: ['P-2'] })
    await begin(uidOf(), [{ accession: 'S-3', patientId: 'P-1' }, { accession: 'S-4' }])
    for (const { id } of both) expect(await shown(id)).toBe('inProgress')
    expect(await shown(foreign.id)).toBe('ordered')
    expect(await shown(cancelled.id)).toBe('cancelled')
    expect(await shown(ofOther.id)).toBe('ordered')
  })

  it('a step whose numbers a scanner pads with zero bytes is of its order', async () => {
    const patient = { patientIds: [{ id: 'P-10', authority: null }], patientIdTexts: ['P-10'] }
    const { id } = await scanner.addOrder('10', { accessionNumber: 'S-10', ...patient })
    expect(await begin(uidOf(), [{ accession: 'S-10\0\0', patientId: 'P-10\0\0' }])).toBe(Status.Success)
    expect(await shown(id)).toBe('inProgress')
  })

  it('a step without order is kept, so that its end is accepted', async () => {
    const uid = uidOf()
    expect(await begin(uid, [])).toBe(Status.Success)
    expect(await end(uid, 'COMPLETED')).toBe(Status.Success)
  })

  it('refuses a step that is known, unknown, over or invalid, and changes nothing', async () => {
    const { id } = await scanner.addOrder('8', { accessionNumber: 'S-8' })
    const uid = uidOf()
    expect(await end(uid, 'COMPLETED')).toBe(Status.NoSuchObjectInstance)
    await begin(uid, [{ accession: 'S-8' }])
    expect(await begin(uid, [{ accession: 'S-8' }])).toBe(Status.DuplicateSOPInstance)
    expect(await end(uid, 'DONE')).toBe(Status.InvalidAttributeValue)
    expect(await end(uid, 'COMPLETED', other)).toBe(Status.NoSuchObjectInstance)
    expect(await shown(id)).toBe('inProgress')
    await end(uid, 'COMPLETED')
    expect(await end(uid, 'DISCONTINUED')).toBe(Status.ProcessingFailure)
    expect(await shown(id)).toBe('acquired')
    const none = { action: 'create', uid: uidOf(), elements: { PatientID: 'P-1' } } as const
    expect(await tellStep(await worklists.port(), scanner, none)).toBe(Status.MissingAttributeValue)
  })
})
