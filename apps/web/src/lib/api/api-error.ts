/**
 * A refusal of the API. Made here, without words of the server: NETWORK with status 0, and UNEXPECTED for an answer that cannot be
 * read. The message is meant for users.
 */
export class ApiError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'ApiError'
    this.code = code
    this.status = status
  }
}

export const networkError = () => new ApiError('NETWORK', 0, 'Network error. Please check your connection and try again.')

/** The service cannot answer now; says nothing about the session. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}

export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.message ? error.message : fallback
}

/** The server's own words; null when it did not answer, or without a message. */
export function serverMessageOf(error: unknown): string | null {
  return error instanceof ApiError && error.code !== 'NETWORK' && error.code !== 'UNEXPECTED' ? error.message : null
}
