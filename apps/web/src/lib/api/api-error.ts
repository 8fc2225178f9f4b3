import type { ErrorCode } from '@readroom/contracts/errors'

/**
 * A refusal of the API. Made here, without words of the server: NETWORK with status 0, and UNEXPECTED for an answer that cannot be
 * read. The message is meant for users.
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Why the caller's session is over, where the server says it. */
  readonly reason: string | undefined
  /** How long the server wants to be left alone. */
  retryAfterMs: number | undefined

  constructor(code: string, status: number, message: string, reason?: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.reason = reason
  }
}

export const networkError = () => new ApiError('NETWORK', 0, 'Network error. Please check your connection and try again.')

/** The service cannot answer now; says nothing about the session. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** An answer of 2xx that says of itself that it is none. */
export function isUnsuccessful(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 200 && error.status < 300
}

/** Codes whose words fit every failure and so explain none: the transport's, the crash's, and those made here. */
const genericCodes: ReadonlySet<string> = new Set<ErrorCode | 'NETWORK' | 'UNEXPECTED'>([
  'BAD_REQUEST',
  'INTERNAL',
  'METHOD_NOT_ALLOWED',
  'NETWORK',
  'NOT_FOUND',
  'UNAVAILABLE',
  'UNEXPECTED',
])

/** The server's words where they say something of this case; otherwise null. */
export function serverMessageOf(error: unknown): string | null {
  return error instanceof ApiError && !genericCodes.has(error.code) ? error.message : null
}

/** What the user is told of a failure: the server's words where they say something of this case, else the text of the case. */
export function messageOf(error: unknown, fallback: string): string {
  return serverMessageOf(error) ?? fallback
}

/** Why, beside words that already say what failed: whatever is known, generic or not. */
export function reasonOf(error: unknown, unknown = ''): string {
  return error instanceof ApiError ? error.message : unknown
}
