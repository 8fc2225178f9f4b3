import { sessionStore } from '../session/session.ts'
import { createApiClient } from './api-client.ts'

/** The one client of this page. */
export const api = createApiClient({
  session: sessionStore,
  fetch: (...args) => window.fetch(...args),
  authBase: import.meta.env.VITE_AUTH_BASE ?? '',
})
