import { type ErrorCode, errorTable } from '@readroom/contracts/errors'
import { expect, test } from 'vitest'
import { ApiError, messageOf, networkError, reasonOf } from './api-error.ts'
import { toApiError } from './request.ts'

/** Written by hand: a new code of the table is either words of its own case, or stands here. */
const generic = ['BAD_REQUEST', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INTERNAL', 'UNAVAILABLE']

const codes = Object.entries(errorTable) as [ErrorCode, { status: number; message: string }][]

/** Texts of the specification for failures of which the server says nothing more. */
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

test.each(codes)('%s wins over the text of the case only where it says something of it', (code, { status, message }) => {
  const error = toApiError(status, JSON.stringify({ success: false, code, message }))
  for (const text of texts) expect(messageOf(error, text)).toBe(generic.includes(code) ? text : message)
})

test.each([
  ['no network', networkError()],
  ['an answer that cannot be read', toApiError(502, '<html>')],
  ['a crash without words', toApiError(500, '')],
  ['an error of the program', new TypeError('x is not a function')],
])('%s leaves the text of the case', (_, error) => {
  for (const text of texts) expect(messageOf(error, text)).toBe(text)
})

test('beside a headline stands whatever is known', () => {
  expect(reasonOf(new ApiError('UNAVAILABLE', 503, 'Try again shortly.'))).toBe('Try again shortly.')
  expect(reasonOf(new Error('secret of the program'), 'The server did not answer.')).toBe('The server did not answer.')
})
