import { ApiError, serverMessageOf } from '../../lib/api/api-error.ts'

/** Specification 3, section 8: the server's message, else `failed` for an unsuccessful answer, else the network's text. */
export function errorText(error: unknown, failed: string): string {
  const unsuccessful = error instanceof ApiError && error.status >= 200 && error.status < 300
  return serverMessageOf(error) ?? (unsuccessful ? failed : 'Network error. Please try again.')
}
