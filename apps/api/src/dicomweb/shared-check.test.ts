import { AppError } from '@readroom/contracts/errors'
import { expect, test } from 'vitest'
import { createSharedCheck } from './shared-check.ts'

/** A check whose answers are given by hand. */
function checking() {
  const made: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const check = () => new Promise<string>((resolve, reject) => made.push({ resolve, reject }))
  return { made, check }
}

test('who asks while a check is made gets one that began afterwards, together', async () => {
  const { made, check } = checking()
  const ask = createSharedCheck<string>()
  const first = ask('a', check)
  const others = [ask('a', check), ask('a', check)]
  expect(made).toHaveLength(1)
  made[0]?.resolve('allowed')
  expect(await first).toBe('allowed')
  made[1]?.resolve('ended meanwhile')
  expect(await Promise.all(others)).toEqual(['ended meanwhile', 'ended meanwhile'])
  expect(made).toHaveLength(2)
})

test('a refusal is of who was refused alone', async () => {
  const { made, check } = checking()
  const ask = createSharedCheck<string>()
  const refused = ask('a', check)
  const waiting = ask('a', check)
  made[0]?.reject(new AppError('STUDY_NOT_FOUND'))
  await expect(refused).rejects.toThrow()
  made[1]?.resolve('granted meanwhile')
  expect(await waiting).toBe('granted meanwhile')
})

test('an outage is of everybody who waits, and is not remembered', async () => {
  const { made, check } = checking()
  const ask = createSharedCheck<string>()
  const all = [ask('a', check), ask('a', check)]
  made[0]?.reject(new Error('down'))
  expect(await Promise.allSettled(all)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(made).toHaveLength(1)
  const later = ask('a', check)
  made[1]?.resolve('up')
  expect(await later).toBe('up')
})

test('what depends on something else is another check', async () => {
  const { made, check } = checking()
  const ask = createSharedCheck<string>()
  const [one, other] = [ask('a', check), ask('b', check)]
  expect(made).toHaveLength(2)
  made[1]?.resolve('b')
  expect(await other).toBe('b')
  made[0]?.resolve('a')
  expect(await one).toBe('a')
})
