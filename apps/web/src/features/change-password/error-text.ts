import { ApiError, serverMessageOf } from '../../lib/api/api-error.ts'

const textByStatus: Record<number, string> = {
  0: 'Network error. Please check your connection and try again.',
  200: 'Failed to change password',
  400: 'Invalid password format. Please check your input.',
  401: 'Current password is incorrect',
}

/** Specification 1, section 8: the server's message, else a text by status; 200 is an unsuccessful answer without a message. */
export function errorText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : -1
  return serverMessageOf(error) ?? textByStatus[status] ?? 'An unexpected error occurred. Please try again.'
}
