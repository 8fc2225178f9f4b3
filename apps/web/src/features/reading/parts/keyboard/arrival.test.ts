import { expect, test } from 'vitest'
import { arrivalMs, createArrival } from './arrival.ts'

const pressed = (key: string, init: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...init })

test('every key counts in the first study', () => {
  const arrival = createArrival()
  arrival.arrive(0)
  expect(arrival.isEarly(pressed('N', { shiftKey: true }), 1)).toBe(false)
})

test('no key counts on the way to the next study, and until it was on screen for a moment', () => {
  const arrival = createArrival()
  arrival.leave()
  expect(arrival.isEarly(pressed('ArrowDown'), 5_000)).toBe(true)
  arrival.arrive(6_000)
  for (const key of ['ArrowDown', 'F9', 'Delete']) expect(arrival.isEarly(pressed(key), 6_300)).toBe(true)
  expect(arrival.isEarly(pressed('n', { altKey: true }), 6_300)).toBe(true)
  expect(arrival.isEarly(pressed('ArrowDown'), 6_000 + arrivalMs)).toBe(false)
})

test('letters that are typed on with their corrections, and keys that are held on, do not count before a pause', () => {
  const arrival = createArrival()
  arrival.leave()
  arrival.arrive(0)
  let now = 0
  for (; now < 4_000; now += 400) expect(arrival.isEarly(pressed('n'), now)).toBe(true)
  for (const key of ['Backspace', 'Enter', 'F9']) expect(arrival.isEarly(pressed(key), now)).toBe(true)
  expect(arrival.isEarly(pressed('n'), now + 700)).toBe(false)

  arrival.leave()
  arrival.arrive(10_000)
  for (now = 10_000; now < 14_000; now += 30) expect(arrival.isEarly(pressed('Delete', { repeat: true }), now)).toBe(true)
  expect(arrival.isEarly(pressed('Delete'), now)).toBe(false)
  expect(arrival.isEarly(pressed('Delete', { repeat: true }), now + 30)).toBe(false)
})
