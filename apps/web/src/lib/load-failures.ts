const failures = new WeakSet<object>()

/** When the page last started anew by itself, in milliseconds; a second time at once would not help. */
const reloadedKey = 'readroom_reloaded_at'
const pauseMs = 30_000
const patienceMs = 5_000

/** Remembers the errors of parts of the program that could not be loaded: no browser names them alike. */
export function noteLoadFailures(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void failures.add(payload))
}

/** Starts the page anew where the server gives one, and answers whether it does: without it, the browser's own page of an error would come. */
export async function reloadPage(): Promise<boolean> {
  const asked = fetch(window.location.href, {
    ...{ method: 'HEAD', headers: { accept: 'text/html' }, cache: 'no-store' },
    signal: AbortSignal.timeout(patienceMs),
  })
  const isThere = await asked.then(
    ({ ok }) => ok,
    () => false,
  )
  if (isThere) window.location.reload()
  return isThere
}

/**
 * A page that was open while the portal was updated asks for parts that are gone. It starts anew, with the new version; tab, filters
 * and open dialog are in the address and the session is the tab's. Answers whether it does.
 */
export async function reloadAfterUpdate(error: unknown): Promise<boolean> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (!(error instanceof Error) || !failures.has(error) || Date.now() - last < pauseMs) return false
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  return reloadPage()
}
