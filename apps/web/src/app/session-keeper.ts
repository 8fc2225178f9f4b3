import { api } from '../lib/api/api.ts'
import { keepDraftsOf } from '../lib/drafts.ts'
import { paths } from '../lib/paths.ts'
import { openTabChannel, shareWithTabs } from '../lib/session/other-tabs.ts'
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

/** The window's name is the tab's own and outlives a reload; the tab's storage holds nothing once somebody has signed out. */
const signedOutName = 'readroom-signed-out'

/** Where a session ended, only a sign-in begins the next one: the other tabs may be somebody else's by now. */
function rememberTheEnd() {
  const user = sessionStore.peek()?.user
  if (user) keepDraftsOf(user._id)
  if (!user && sessionStore.farewell()) window.name = signedOutName
  else if (user && window.name === signedOutName) window.name = ''
}

/** Pages that need no session. Those around images must not have one: what is shown there is not ours. */
const withoutSession = [paths.archiveViewer.replace(':studyId', ''), paths.share, paths.forgotPassword]

const mayAskOthers = () =>
  window.name !== signedOutName &&
  sessionStore.remainingMs() < refreshAheadMs &&
  !withoutSession.some((path) => window.location.pathname.startsWith(path))

/** Takes up the session that the tab still has, or that the browser's other tabs have, then keeps its token fresh. */
export async function restoreSession() {
  const others = shareWithTabs(sessionStore, openTabChannel())
  sessionStore.subscribe(rememberTheEnd)
  if (mayAskOthers()) await others.ask()
  await api.refreshIfNeeded()
  sessionStore.finishRestoring()
  sessionStore.subscribe(schedule)
  schedule()
}
