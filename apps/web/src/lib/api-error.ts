/** A refusal of the API, or the network's: then `code` is NETWORK and `status` 0. The message is meant for users. */
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
