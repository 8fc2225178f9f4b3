import { type ErrorCode, errorTable } from '@readroom/contracts/core/errors'
import { expect, test } from 'vitest'
import { ApiError, messageOf, networkError, reasonOf } from './api-error.ts'
import { toApiError } from './request.ts'

/** Written by hand. The message of any code that is not listed here must explain its own case. */
const generic = ['BAD_REQUEST', 'INVALID_FIELD', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INTERNAL', 'UNAVAILABLE']

const codes = Object.entries(errorTable) as [ErrorCode, { status: number; message: string }][]

/** Texts for failures if the server gives no reason. */
const texts = [
  'Failed to upload report',
  'Failed to delete report',
  'Failed to download report',
  'Failed to assign to doctor',
  'Failed to unassign doctor',
  'Failed to generate shareable link',
  'Failed to get R2 CDN download URL',
  'Failed to update lab',
  'Failed to delete doctor',
  'An error occurred while registering the lab. Please try again.',
]

test.each(codes)('%s replaces the text for the failed action only if its message says more', (code, { status, message }) => {
  const error = toApiError(status, JSON.stringify({ success: false, code, message }))
  for (const text of texts) expect(messageOf(error, text)).toBe(generic.includes(code) ? text : message)
})

test.each([
  ['no network', networkError()],
  ['an unreadable answer', toApiError(502, '<html>')],
  ['a crash without a message', toApiError(500, '')],
  ['an error in our own code', new TypeError('x is not a function')],
])('%s leaves the text for the failed action', (_, error) => {
  for (const text of texts) expect(messageOf(error, text)).toBe(text)
})

test('the reason beside a headline may be generic', () => {
  expect(reasonOf(new ApiError('UNAVAILABLE', 503, 'Try again shortly.'))).toBe('Try again shortly.')
  expect(reasonOf(new Error('secret of the program'), 'The server did not answer.')).toBe('The server did not answer.')
})
