import { expect, test, vi } from 'vitest'
import { memoryStorage, someUser } from './session.fixture.ts'
import { createSessionStore, parseExpiresIn } from './session.ts'

const hourMs = 3_600_000

function setUp(start = 1_000_000) {
  const clock = { now: start }
  const storage = memoryStorage()
  return { clock, storage, store: createSessionStore(storage, () => clock.now) }
}

test('keeps a session under the specified keys and reads it again', () => {
  const { storage, store, clock } = setUp()
  store.start(someUser, 'token-1', '1h')
  expect(storage.getItem('auth_token')).toBe('token-1')
  expect(JSON.parse(storage.getItem('auth_user') ?? '')).toEqual(someUser)
  expect(Number(storage.getItem('auth_expires'))).toBe(clock.now + hourMs)
  expect(createSessionStore(storage, () => clock.now).current()).toEqual({
    token: 'token-1',
    user: someUser,
    expiresAt: clock.now + hourMs,
  })
})

test('reading an expired session clears it', () => {
  const { storage, store, clock } = setUp()
  store.start(someUser, 'token-1', '1h')
  clock.now += hourMs
  expect(store.current()).toBeNull()
  expect(storage.length).toBe(0)
  expect(store.farewell()).toMatchObject({ reason: 'Your session has ended. Please sign in again.', userId: someUser._id })
})

test('a renewal replaces token and expiry and keeps the user', () => {
  const { store, clock } = setUp()
  store.start(someUser, 'token-1', '1h')
  clock.now += hourMs / 2
  store.renew('token-2', '2h')
  expect(store.current()).toEqual({ token: 'token-2', user: someUser, expiresAt: clock.now + 2 * hourMs })
})

test('an unreadable session counts as signed out', () => {
  const storage = memoryStorage()
  storage.setItem('auth_token', 'token-1')
  storage.setItem('auth_expires', String(Date.now() + hourMs))
  storage.setItem('auth_user', '{"role":"superuser"}')
  expect(createSessionStore(storage).current()).toBeNull()
})

test('notifies listeners of the start and the end', () => {
  const { store } = setUp()
  const listener = vi.fn()
  const stop = store.subscribe(listener)
  store.start(someUser, 'token-1', '1h')
  store.clear()
  stop()
  store.start(someUser, 'token-2', '1h')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('a farewell is shown once, not after an expiry and not to the next user', () => {
  const session = createSessionStore(memoryStorage())
  session.start(someUser, 'token', '1h')
  session.clear({ message: 'Goodbye' })
  expect(session.farewell()).toEqual({ message: 'Goodbye', userId: someUser._id })
  session.start(someUser, 'token', '1h')
  session.clear()
  expect(session.farewell()).toBeNull()
})

test.each([
  ['45s', 45_000],
  ['30m', 1_800_000],
  ['8h', 28_800_000],
  ['2d', 172_800_000],
])('reads %s as %i ms', (text, ms) => {
  expect(parseExpiresIn(text)).toBe(ms)
})

test.each(['', '60', 'soon', '1.5h', '-1h', '3w'])('reads the unreadable lifetime %j as one hour', (text) => {
  expect(parseExpiresIn(text)).toBe(3_600_000)
})

test("ignores news about another user's account", () => {
  const { store } = setUp()
  store.start(someUser, 'token-1', '1h')
  store.rename({ ...someUser, fullName: 'Helen Marsh-Ito' })
  expect(store.current()?.user.fullName).toBe('Helen Marsh-Ito')
  store.rename({ ...someUser, _id: '01890000-0000-7000-8000-000000000002', fullName: 'Omar Lind' })
  expect(store.current()?.user).toEqual({ ...someUser, fullName: 'Helen Marsh-Ito' })
})
