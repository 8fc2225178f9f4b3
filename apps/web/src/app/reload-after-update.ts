/** When the page last started anew for this reason, in milliseconds; a second time at once would not help. */
const reloadedKey = 'readroom_reloaded_at'
const pauseMs = 30_000

/**
 * A page that was open while the portal was updated asks for parts that are gone. It starts anew, with the new version; tab, filters
 * and open dialog are in the address and the session is the tab's.
 */
export function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
    if (Date.now() - last < pauseMs) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    window.location.reload()
  })
}
