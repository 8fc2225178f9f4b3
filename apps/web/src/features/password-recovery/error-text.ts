import { isUnsuccessful, serverMessageOf } from '../../lib/api/api-error.ts'

/** Specification 3, section 8: the server's message, else `failed` for an unsuccessful answer, else the network's text. */
export function errorText(error: unknown, failed: string): string {
  return serverMessageOf(error) ?? (isUnsuccessful(error) ? failed : 'Network error. Please try again.')
}
