import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { z } from 'zod'
import { AppRoutes } from './app/routes.tsx'
import { restoreSession } from './app/session-keeper.ts'
import './styles/index.css'

/** When the page last started anew for this reason, in milliseconds; a second time at once would not help. */
const reloadedKey = 'readroom_reloaded_at'
const pauseMs = 30_000

/**
 * A page that was open while the portal was updated asks for parts that are gone. It starts anew, with the new version; tab, filters
 * and open dialog are in the address and the session is the tab's.
 */
function reloadAfterUpdate(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0)
    if (Date.now() - last < pauseMs) return
    event.preventDefault()
    sessionStorage.setItem(reloadedKey, String(Date.now()))
    window.location.reload()
  })
}

// The content security policy forbids eval, which zod would otherwise try.
z.config({ jitless: true })

reloadAfterUpdate()
void restoreSession()

// One route of the router's own: it can hold back Back, and the routes are in their table.
const router = createBrowserRouter([{ path: '*', element: <AppRoutes /> }])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
