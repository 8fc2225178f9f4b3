import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCoalescer } from './coalesce.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const batches: number[][] = []
  const coalescer = createCoalescer<number>(async (items) => void batches.push(items), { delayMs: 150, intervalMs: 1000 })
  return { batches, coalescer }
}

test('twenty changes within a second make two runs', async () => {
  const { batches, coalescer } = setUp()
  for (let item = 0; item < 20; item++) {
    coalescer.push(item)
    await vi.advanceTimersByTimeAsync(50)
  }
  await vi.advanceTimersByTimeAsync(2000)
  expect(batches).toHaveLength(2)
  expect(batches.flat()).toHaveLength(20)
})

test('a single change runs soon', async () => {
  const { batches, coalescer } = setUp()
  coalescer.push(1)
  await vi.advanceTimersByTimeAsync(150)
  expect(batches).toEqual([[1]])
})

test('runs never overlap, and nothing is lost during a slow one', async () => {
  const releases: (() => void)[] = []
  const batches: number[][] = []
  const coalescer = createCoalescer<number>(
    (items) => {
      batches.push(items)
      return new Promise((resolve) => releases.push(resolve))
    },
    { delayMs: 150, intervalMs: 1000 },
  )
  coalescer.push(1)
  await vi.advanceTimersByTimeAsync(200)
  coalescer.push(2)
  await vi.advanceTimersByTimeAsync(5000)
  expect(batches).toEqual([[1]])
  releases[0]?.()
  await vi.advanceTimersByTimeAsync(200)
  expect(batches).toEqual([[1], [2]])
})

test('runs nothing after stop', async () => {
  const { batches, coalescer } = setUp()
  coalescer.push(1)
  coalescer.stop()
  await vi.advanceTimersByTimeAsync(2000)
  expect(batches).toEqual([])
})

test('repeats a failed run with its items and later ones until it succeeds, never sooner than the interval', async () => {
  const runs: string[][] = []
  let down = true
  const { push } = createCoalescer(
    async (items: string[]) => {
      runs.push(items)
      if (down) throw new Error('the server does not answer')
    },
    { delayMs: 100, intervalMs: 1000 },
  )
  push('a')
  await vi.advanceTimersByTimeAsync(100)
  push('b')
  await vi.advanceTimersByTimeAsync(1900)
  expect(runs).toEqual([['a']])
  down = false
  await vi.advanceTimersByTimeAsync(200)
  expect(runs).toEqual([['a'], ['a', 'b']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(2)
})
