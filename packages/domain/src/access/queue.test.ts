import { expect, test } from 'vitest'
import { createQueue } from './queue.ts'

test('those who come when enough wait are refused at once, and the others are served in turn', async () => {
  const queue = createQueue({ atOnce: 2, maxWaiting: 3 })
  const done: number[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const work = (number: number) => queue(() => held.then(() => done.push(number)))
  const served = [1, 2, 3, 4, 5].map(work)
  // Those at work have left the queue.
  await Promise.resolve()
  await expect(Promise.all([6, 7].map(work))).rejects.toMatchObject({ code: 'BUSY' })
  release()
  await Promise.all(served)
  expect(done).toEqual([1, 2, 3, 4, 5])
})
