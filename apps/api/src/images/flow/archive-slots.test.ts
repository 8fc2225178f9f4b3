import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createArchiveSlots, type ImageReader } from './archive-slots.ts'

const limits = { all: 4, reserved: 2, outsiders: 1, perReader: 2, waitingPerReader: 3, waiting: 5, outsiderWaitMs: 20 }

const reader = (key: string, more: Partial<ImageReader> = {}): ImageReader => ({
  key,
  credentials: key,
  address: '192.0.2.1',
  isOutsider: false,
  hasOpenReport: async () => false,
  ...more,
})
const doctor = reader('doctor', { hasOpenReport: async () => true })
const link = reader('link', { isOutsider: true })
const { signal } = new AbortController()

test('a session with an open report gets the reserve at once, nobody else does', async () => {
  const slots = createArchiveSlots(limits)
  const others = await Promise.all([slots.enter(reader('a'), signal), slots.enter(reader('b'), signal)])
  let isIn = false
  const waiting = slots.enter(reader('c'), signal).then(() => {
    isIn = true
  })
  const own = await Promise.all([slots.enter(doctor, signal), slots.enter(doctor, signal)])
  for (const release of others) release()
  await setImmediate()
  expect(isIn).toBe(false)
  for (const release of own) release()
  await waiting
})

test('the next slot goes to the reader with the fewest', async () => {
  const slots = createArchiveSlots({ ...limits, reserved: 0, all: 3 })
  const order: string[] = []
  const first = await slots.enter(reader('a'), signal)
  await slots.enter(reader('a'), signal)
  await slots.enter(reader('b'), signal)
  const greedy = slots.enter(reader('a'), signal).then(() => order.push('a'))
  const modest = slots.enter(reader('c'), signal).then((release) => {
    order.push('c')
    release()
  })
  first()
  await Promise.all([greedy, modest])
  expect(order).toEqual(['c', 'a'])
})

test('outsiders have a part only, and are refused after their time', async () => {
  const slots = createArchiveSlots(limits)
  const release = await slots.enter(link, signal)
  await expect(slots.enter(reader('other link', { isOutsider: true }), signal)).rejects.toMatchObject({ code: 'ARCHIVE_BUSY' })
  expect([slots.hasOne(link), slots.hasOne(doctor)]).toEqual([false, true])
  release()
  release()
  await slots.enter(link, signal)
  await slots.enter(reader('a'), signal)
  await expect(slots.enter(link, signal)).rejects.toMatchObject({ code: 'ARCHIVE_BUSY' })
})

test('a reader who waits for too much is refused at once', async () => {
  const slots = createArchiveSlots(limits)
  await Promise.all([slots.enter(reader('a'), signal), slots.enter(reader('a'), signal)])
  const ending = new AbortController()
  const waiting = [0, 1, 2].map(() => slots.enter(reader('a'), ending.signal))
  await expect(slots.enter(reader('a'), signal)).rejects.toMatchObject({ code: 'ARCHIVE_BUSY' })
  ending.abort(new Error('gone'))
  expect(await Promise.allSettled(waiting)).toMatchObject(Array(3).fill({ status: 'rejected', reason: { message: 'gone' } }))
})
