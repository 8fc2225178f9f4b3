import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shareWithTabs, type TabChannel } from './other-tabs.ts'
import { memoryStorage, someUser } from './session.fixture.ts'
import { createSessionStore } from './session.ts'

const tokenOf = (sid: string, jti: number) => `head.${btoa(JSON.stringify({ sid, jti: String(jti) }))}.signature`
const somebodyElse = { ...someUser, _id: '01890000-0000-7000-8000-000000000002' }

/** Simulates the tabs of one browser. */
function openBrowser() {
  const hearers: ((message: unknown) => void)[] = []
  const said: unknown[] = []
  const signedIn = new Set<number>()
  return {
    said,
    open() {
      const own = hearers.length
      const channel: TabChannel = {
        say(message) {
          said.push(message)
          hearers.forEach((hear, tab) => void (tab === own || hear(message)))
        },
        onHeard: (listener) => void hearers.push(listener),
        attend: (isSignedIn) => void (isSignedIn ? signedIn.add(own) : signedIn.delete(own)),
        countOthers: async () => [...signedIn].filter((tab) => tab !== own).length,
      }
      const store = createSessionStore(memoryStorage())
      const { ask } = shareWithTabs(store, channel)
      const start = async (userId?: string) => {
        const asked = ask(userId)
        await vi.runAllTimersAsync()
        await asked
        return store.current()?.token ?? null
      }
      return { store, start, token: () => store.current()?.token ?? null }
    },
  }
}

function twoTabs(one: string, two: string) {
  const browser = openBrowser()
  const [first, second] = [browser.open(), browser.open()]
  first.store.start(someUser, tokenOf(one, 1), '1h')
  second.store.start(someUser, tokenOf(two, 1), '1h')
  return { browser, first, second }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a new tab takes over the session of another one', async () => {
  const browser = openBrowser()
  const open = browser.open()
  open.store.start(someUser, tokenOf('a', 1), '1h')
  const fresh = browser.open()
  expect(await fresh.start()).toBe(tokenOf('a', 1))
  expect(fresh.store.current()).toEqual(open.store.current())
})

test('a new tab stays signed out if no other tab has a session', async () => {
  const browser = openBrowser()
  const left = browser.open()
  left.store.start(someUser, tokenOf('a', 1), '1h')
  left.store.clear({})
  expect(await browser.open().start()).toBeNull()
})

test('a new tab stays signed out if the other tabs belong to two users', async () => {
  const browser = openBrowser()
  browser.open().store.start(someUser, tokenOf('a', 1), '1h')
  browser.open().store.start(somebodyElse, tokenOf('b', 1), '1h')
  expect(await browser.open().start()).toBeNull()
})

test("a covered page takes over its own user's session from another tab, and no other session", async () => {
  const browser = openBrowser()
  const covered = browser.open()
  browser.open().store.start(somebodyElse, tokenOf('b', 1), '1h')
  expect(await covered.start(someUser._id)).toBeNull()
  browser.open().store.start(someUser, tokenOf('a', 1), '1h')
  expect(await covered.start(someUser._id)).toBe(tokenOf('a', 1))
})

test('stops waiting for a tab that does not answer', async () => {
  const browser = openBrowser()
  browser.open().store.start(someUser, tokenOf('a', 1), '1h')
  const frozen = browser.open()
  frozen.store.start(someUser, tokenOf('a', 1), '1h')
  vi.spyOn(frozen.store, 'current').mockReturnValue(null)
  expect(await browser.open().start()).toBe(tokenOf('a', 1))
})

test('an unrequested answer signs nobody in', async () => {
  const browser = openBrowser()
  const waiting = browser.open()
  const open = browser.open()
  open.store.start(someUser, tokenOf('a', 1), '1h')
  expect(await browser.open().start()).toBe(tokenOf('a', 1))
  expect(waiting.token()).toBeNull()
})

test('a renewal in one tab reaches the tabs of the same session, and no other', () => {
  const { browser, first, second } = twoTabs('a', 'a')
  const third = browser.open()
  third.store.start(someUser, tokenOf('b', 1), '1h')
  first.store.renew(tokenOf('a', 2), '2h')
  expect([first, second, third].map(({ token }) => token())).toEqual([tokenOf('a', 2), tokenOf('a', 2), tokenOf('b', 1)])
  expect(browser.said).toHaveLength(1)
})

test('a tab that slept through a renewal keeps the newer token', () => {
  const { first, second } = twoTabs('a', 'a')
  first.store.renew(tokenOf('a', 2), '2h')
  second.store.renew(tokenOf('a', 1), '1h')
  expect(first.token()).toBe(tokenOf('a', 2))
})

test('signing out ends the session in its other tabs, with a reason, and in no other', () => {
  const { browser, first, second } = twoTabs('a', 'a')
  const third = browser.open()
  third.store.start(someUser, tokenOf('b', 1), '1h')
  first.store.clear({ message: 'Goodbye' })
  expect([second.token(), third.token()]).toEqual([null, tokenOf('b', 1)])
  expect(second.store.farewell()).toMatchObject({ reason: 'You signed out in another window. Please sign in again.' })
})

test("tells the other tabs the server's reason, but an outdated token ends one tab only", () => {
  const told = twoTabs('a', 'a')
  told.first.store.clear({ reason: 'An administrator ended your session.' })
  expect(told.second.store.farewell()).toMatchObject({ reason: 'An administrator ended your session.' })
  const old = twoTabs('a', 'a')
  old.first.store.clear({ reason: 'Your session has ended.', onlyHere: true })
  expect(old.second.token()).toBe(tokenOf('a', 1))
})

test('a tab that is signed out stays signed out', () => {
  const { first, second } = twoTabs('a', 'a')
  second.store.clear({ reason: 'Your session has ended.', onlyHere: true })
  first.store.renew(tokenOf('a', 2), '2h')
  expect(second.token()).toBeNull()
})
