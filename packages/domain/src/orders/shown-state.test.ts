import { orderStates, performedStepStates } from '@readroom/contracts/orders/orders'
import { studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { readOrder } from '@readroom/db/orders/order-lists'
import { orderMatches, orders } from '@readroom/db/orders/orders.schema'
import { insertPerformedStep } from '@readroom/db/orders/performed-steps'
import { createLab, createStudy } from '@readroom/db/testing/factories'
import { createTestDatabase } from '@readroom/db/testing/test-database'
import type {} from '@readroom/local/suites/vitest-services'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import { shownStateOf } from './shown-state.ts'

const everybody = { role: 'admin', labId: null, doctorId: null } as const

test('laboratories are told the state that people see, for every order', async () => {
  const { db, drop } = await createTestDatabase(inject('databaseUrl'))
  onTestFinished(drop)
  const [lab, elsewhere] = [await createLab(db), await createLab(db)]
  const unread = await createStudy(db, { labId: lab.id, status: 'pending_assignment' })
  const ofStatuses = await Promise.all(studyStatuses.map((status) => createStudy(db, { labId: lab.id, status })))
  const foreign = await createStudy(db, { labId: elsewhere.id, status: 'report_finalized' })
  const contested = await createStudy(db, { labId: null, labConflictAt: new Date(), status: 'report_finalized' })
  const ways = [
    { studies: [foreign, contested], isEnded: false },
    { studies: [unread], isEnded: true },
    ...ofStatuses.flatMap((study) => [
      { studies: [study], isEnded: false },
      { studies: [study, unread], isEnded: false },
    ]),
  ]
  const cases = orderStates.flatMap((state) => [
    ...[null, new Date()].flatMap((scheduledAt) =>
      [null, ...performedStepStates].map((step) => ({ state, scheduledAt, step, studies: [], isEnded: false })),
    ),
    ...ways.map((way) => ({ state, scheduledAt: null, step: 'inProgress' as const, ...way })),
  ])

  /** Makes an order. Returns what people see and what laboratories are told. */
  async function compare({ state, scheduledAt, step, studies, isEnded }: (typeof cases)[number], number: number) {
    const values = { labId: lab.id, placerNumber: `PL-${number}`, source: 'hl7' as const, state, scheduledAt }
    const [order] = await db.insert(orders).values(values).returning()
    const orderId = order?.id ?? ''
    const matches = studies.map(({ id: studyId }) => ({ orderId, studyId, reason: 'manual' as const }))
    const endedAt = isEnded ? new Date() : null
    if (matches.length > 0) await db.insert(orderMatches).values(matches.map((match) => ({ ...match, endedAt })))
    const performed = { labId: lab.id, aeTitle: 'CT1', sopInstanceUid: `2.25.${number}`, orderIds: [orderId] }
    if (step !== null) await db.transaction((tx) => insertPerformedStep(tx, { ...performed, state: step }))
    const listed = await readOrder(db, everybody, orderId)
    const statuses = listed?.studies.map(({ status }) => status) ?? []
    const { rows } = await db.execute(sql`select shown_order_state(orders) as told from orders where id = ${orderId}`)
    const name = [state, scheduledAt && 'at a time', step, isEnded, ...studies.map(({ status }) => status)].join(' ')
    return { name, seen: listed && shownStateOf(listed.order, statuses, listed.step), ...rows[0] }
  }
  const compared = await Promise.all(cases.map(compare))
  expect(compared.length).toBeGreaterThan(100)
  expect(compared).toEqual(compared.map(({ name, seen }) => ({ name, seen, told: seen })))
})
