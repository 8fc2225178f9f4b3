import { lookForNewVersion } from '../new-version.ts'
import { sessionStore } from '../session/session.ts'
import { createApiClient } from './api-client.ts'

/** The page's only API client. */
export const api = createApiClient({
  session: sessionStore,
  fetch: (...args) => window.fetch(...args),
  authBase: import.meta.env.VITE_AUTH_BASE ?? '',
  onUnknown: () => void lookForNewVersion(),
})
