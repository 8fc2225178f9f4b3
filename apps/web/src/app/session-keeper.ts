import { api } from '../lib/api/api.ts'
import { followOtherTabs, openTabChannel } from '../lib/session/other-tabs.ts'
import { sessionStore } from '../lib/session/session.ts'

const refreshAheadMs = 5 * 60_000
const retryMs = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Wakes up when the token is due, and when it has run out: a page that waits for live events sends no request of its own. */
function schedule() {
  clearTimeout(timer)
  if (!sessionStore.current()) return
  const remaining = sessionStore.remainingMs()
  const dueInMs = remaining > refreshAheadMs ? remaining - refreshAheadMs + 1000 : Math.min(retryMs, remaining + 100)
  timer = setTimeout(() => void keepAlive(), Math.min(dueInMs, 2 ** 31 - 1))
}

async function keepAlive() {
  await api.refreshIfNeeded()
  schedule()
}

/** Takes up the session that the tab still has, then keeps its token fresh. */
export async function restoreSession() {
  followOtherTabs(sessionStore, api.refreshNow, openTabChannel())
  await api.refreshIfNeeded()
  sessionStore.finishRestoring()
  sessionStore.subscribe(schedule)
  schedule()
}
