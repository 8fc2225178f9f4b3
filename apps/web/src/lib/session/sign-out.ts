import { authEndpoints } from '@readroom/contracts/access/auth'
import { forgetDrafts } from '../drafts.ts'
import { notify } from '../notify.tsx'
import { sessionStore } from './session.ts'

/** Ends the session at the OpenID provider too if it began there. */
async function leaveProvider(response: Response) {
  const { providerSignOut } = authEndpoints.logout.response.parse(await response.json())
  if (providerSignOut) window.location.assign(providerSignOut)
}

/**
 * Ends the session here, whatever the server answers. The request carries its own token, because the session is gone by then. The page's guard redirects
 * to the login page, which shows `message`.
 */
export function signOut(message?: string) {
  const token = sessionStore.peek()?.token
  void fetch(authEndpoints.logout.path, {
    method: authEndpoints.logout.method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: '{}',
    keepalive: true,
  })
    .then(leaveProvider)
    .catch(() => undefined)
  sessionStore.clear({ message })
  forgetDrafts()
  notify.dismiss()
}
