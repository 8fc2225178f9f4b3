import { api } from '../lib/api/api.ts'
import { keepDraftsOf } from '../lib/drafts.ts'
import { paths } from '../lib/paths.ts'
import { openTabChannel, shareWithTabs } from '../lib/session/other-tabs.ts'
import { sessionStore } from '../lib/session/session.ts'

const refreshAheadMs = 5 * 60_000
const retryMs = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Sets a timer for the token's renewal and its expiry. A page that only waits for live events sends no request that would renew it. */
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

/** The marker is kept in the window's name, which belongs to the tab and survives a reload. Session storage is cleared on sign-out. */
const signedOutName = 'readroom-signed-out'

/** Remembers that the session ended, so that only a sign-in starts the next one. The other tabs may belong to somebody else by now. */
function rememberTheEnd() {
  const user = sessionStore.peek()?.user
  if (user) keepDraftsOf(user._id)
  if (!user && sessionStore.farewell()) window.name = signedOutName
  else if (user && window.name === signedOutName) window.name = ''
}

/** Pages that need no session. Pages around images must not have one, because their content is not ours. */
const withoutSession = [paths.archiveViewer.replace(':studyId', ''), paths.share, paths.forgotPassword]

const mayAskOthers = () =>
  window.name !== signedOutName &&
  sessionStore.remainingMs() < refreshAheadMs &&
  !withoutSession.some((path) => window.location.pathname.startsWith(path))

let others: ReturnType<typeof shareWithTabs> | undefined

/** Takes over the session if this page's user has signed in again in another tab. */
export async function takeUpOwnSession() {
  const user = sessionStore.pageUser()
  if (user && !sessionStore.peek()) await others?.ask(user._id)
}

/** Restores the session of this tab or takes one over from another tab, then keeps its token fresh. */
export async function restoreSession() {
  others = shareWithTabs(sessionStore, openTabChannel())
  sessionStore.subscribe(rememberTheEnd)
  if (mayAskOthers()) await others.ask()
  await api.refreshIfNeeded()
  sessionStore.finishRestoring()
  sessionStore.subscribe(schedule)
  schedule()
}
