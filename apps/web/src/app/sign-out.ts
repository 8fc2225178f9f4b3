import { authEndpoints } from '@readroom/contracts/auth'
import { notify } from '../lib/notify.tsx'
import { sessionStore } from '../lib/session.ts'

/** Ends the session here whatever the server answers; the request carries its own token because the session is gone by then. */
export function signOut() {
  const token = sessionStore.peek()?.token
  void fetch(authEndpoints.logout.path, {
    method: authEndpoints.logout.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: '{}',
    keepalive: true,
  }).catch(() => undefined)
  sessionStore.clear()
  notify.dismiss()
}
