import type { ErrorCode } from '@readroom/contracts/core/errors'

type Told = { reason?: string | undefined; field?: string | undefined }

/**
 * A refusal by the API. The message is meant for users. Two codes are made here, without a message from the server: NETWORK (status 0), and UNEXPECTED
 * for an unreadable answer.
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  /** Why the session is over, if the server says so. */
  readonly reason: string | undefined
  /** The path of the field that the server refused. */
  readonly field: string | undefined
  /** How long the server asks us to wait. */
  retryAfterMs: number | undefined

  constructor(code: string, status: number, message: string, { reason, field }: Told = {}) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
    this.reason = reason
    this.field = field
  }
}

export const networkError = () => new ApiError('NETWORK', 0, 'Network error. Please check your connection and try again.')

/** Returns true if the service can't answer now. That says nothing about the session. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

/** Returns true if the answer has a 2xx status but reports a failure. */
export function isUnsuccessful(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 200 && error.status < 300
}

/** Codes whose message fits any failure and so explains none: those of transport and crashes, and those made here. */
const genericCodes: ReadonlySet<string> = new Set<ErrorCode | 'NETWORK' | 'UNEXPECTED'>([
  'BAD_REQUEST',
  'INTERNAL',
  // Names the field by its path. Forms show the refusal at the field.
  'INVALID_FIELD',
  'METHOD_NOT_ALLOWED',
  'NETWORK',
  'NOT_FOUND',
  'UNAVAILABLE',
  'UNEXPECTED',
])

/** Returns the server's message if it explains this failure, otherwise null. */
export function serverMessageOf(error: unknown): string | null {
  return error instanceof ApiError && !genericCodes.has(error.code) ? error.message : null
}

/** Returns the message for the user: the server's if it explains this failure, otherwise `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  return serverMessageOf(error) ?? fallback
}

/** Returns the reason to show beside a headline that already names the failure. A generic reason will do. */
export function reasonOf(error: unknown, unknown = ''): string {
  return error instanceof ApiError ? error.message : unknown
}
