import { expect, test } from 'vitest'
import { followOtherTabs, type TabChannel } from './other-tabs.ts'
import { memoryStorage, someUser } from './session.fixture.ts'
import { createSessionStore } from './session.ts'

const tokenOf = (sid: string, jti: number) => `head.${btoa(JSON.stringify({ sid, jti: String(jti) }))}.signature`

/** Tabs of one browser, and a server whose session `sid` has the token `current`. */
function setUp(...sids: string[]) {
  const server = { current: 1, refreshes: 0 }
  const hearers: ((claims: unknown) => void)[] = []
  const tabs = sids.map((sid, index) => {
    const store = createSessionStore(memoryStorage())
    store.start(someUser, tokenOf(sid, 1), '1h')
    const channel: TabChannel = {
      say: (claims) => hearers.forEach((hear, other) => void (other === index || hear(claims))),
      onHeard: (listener) => void hearers.push(listener),
    }
    const refresh = async () => {
      server.refreshes++
      store.renew(tokenOf(sid, server.current), '1h')
    }
    followOtherTabs(store, refresh, channel)
    return store
  })
  return { server, tabs }
}

test('a renewal in one tab is followed by the tabs of the same session, once, and by no other', () => {
  const { server, tabs } = setUp('a', 'a', 'b')
  server.current = 2
  tabs[0]?.renew(tokenOf('a', 2), '1h')
  expect(tabs.map((tab) => tab.current()?.token)).toEqual([tokenOf('a', 2), tokenOf('a', 2), tokenOf('b', 1)])
  expect(server.refreshes).toBe(1)
})

test('who signed out stays signed out', () => {
  const { server, tabs } = setUp('a', 'a')
  tabs[1]?.clear()
  tabs[0]?.renew(tokenOf('a', 2), '1h')
  expect(tabs[1]?.current()).toBeNull()
  expect(server.refreshes).toBe(0)
})
