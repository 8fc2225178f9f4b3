import { listOrderEvents } from '@readroom/db/orders/orders'
import { orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { lockStudies } from '@readroom/db/studies/studies'
import { createCast, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase, type TestDatabase } from '@readroom/db/testing/test-database'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rematchStudies } from '../patients/matching/order-matches.ts'
import { endOldOrders } from './ended-orders.ts'
import { receiveOrder } from './receive-order.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(() => database.drop())

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('orders of which nothing came end, and images that come later find them', async () => {
  const { db } = database
  const { labA } = await createCast(db)
  const add = async (placerNumber: string, fields: Partial<typeof orders.$inferInsert>) => {
    const values = { labId: labA.id, source: 'hl7' as const, placerNumber, accessionNumber: placerNumber, ...fields }
    const [row] = await db.insert(orders).values(values).returning()
    return row?.id ?? ''
  }
  const stateOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0]?.state
  const old = await add('OLD', { scheduledAt: daysAgo(31) })
  const imaged = await add('IMAGED', { scheduledAt: daysAgo(31) })
  const study = await createStudy(db, { labId: labA.id })
  await db.insert(orderMatches).values({ orderId: imaged, studyId: study.id, reason: 'manual' })
  const others = [
    imaged,
    await add('RECENT', { scheduledAt: daysAgo(29) }),
    await add('LATE', { createdAt: daysAgo(40), scheduledAt: daysAgo(-3) }),
  ]
  expect(await endOldOrders(db, 30)).toBe(1)
  expect(await endOldOrders(db, 30)).toBe(0)
  expect(await stateOf(old)).toBe('ended')
  expect(await Promise.all(others.map(stateOf))).toEqual(['ordered', 'ordered', 'ordered'])
  expect((await listOrderEvents(db, old)).at(-1)).toMatchObject({ event: 'ended', reason: 'Nothing came of it within 30 days.' })

  const found = await createStudy(db, { labId: labA.id, accessionNumber: 'OLD' })
  await db.transaction(async (begun) => rematchStudies(...(await lockStudies(begun, [found.id]))))
  expect(await db.select().from(orderMatches).where(eq(orderMatches.orderId, old))).toMatchObject([{ studyId: found.id }])
})

test('a new time opens an order that ended, and a changed indication does not', async () => {
  const { db } = database
  const { labA } = await createCast(db)
  const sender = { source: 'hl7' as const, labId: labA.id, userId: null, name: 'Hospital', address: '127.0.0.1' }
  const send = (command: { control: 'new' | 'change'; scheduledAt?: string; indication?: string }) =>
    db.transaction((tx) => receiveOrder(tx, sender, { placer: { number: 'N-1', authority: null }, ...command }))
  await send({ control: 'new', scheduledAt: daysAgo(60).toISOString() })
  await endOldOrders(db, 30)
  const state = async () => (await db.select().from(orders).where(eq(orders.labId, labA.id)))[0]?.state
  await send({ control: 'change', indication: 'Pain' })
  expect(await state()).toBe('ended')
  await send({ control: 'change', scheduledAt: daysAgo(-1).toISOString() })
  expect(await state()).toBe('ordered')
})
