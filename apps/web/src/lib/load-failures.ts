const failures = new WeakSet<object>()

/** Storage key for the time of the last automatic reload in ms. A second reload right after it would not help. */
const reloadedKey = 'readroom_reloaded_at'
const pauseMs = 30_000
const patienceMs = 5_000

/** Collects the errors of modules that failed to load. Their messages differ between browsers. */
export function noteLoadFailures(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => void failures.add(payload))
}

/** Reloads the page if the server can deliver it, and returns true if so. Otherwise the browser would show its own error page. */
export async function reloadPage(): Promise<boolean> {
  const asked = fetch(window.location.href, {
    method: 'HEAD',
    headers: { accept: 'text/html' },
    cache: 'no-store',
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
 * Reloads the page for the files of a newer version, unless it did so just now. The address keeps tab, filters and open dialog, and the session belongs
 * to the tab. Returns true if it reloads.
 */
export async function reloadOnce(): Promise<boolean> {
  const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
  if (Date.now() - last < pauseMs) return false
  sessionStorage.setItem(reloadedKey, String(Date.now()))
  return reloadPage()
}

/** Reloads the page if it was opened before an update and asks for files that are gone. Returns true if it reloads. */
export async function reloadAfterUpdate(error: unknown): Promise<boolean> {
  return error instanceof Error && failures.has(error) && reloadOnce()
}
