import { expect, test } from 'vitest'
import { networkError } from '../../../lib/api/api-error.ts'
import { toApiError } from '../../../lib/api/request.ts'
import { errorText } from './change-password-form.tsx'

const refusal = (code: string, message: string) => JSON.stringify({ success: false, code, message })

test.each([
  ["the server's message", toApiError(401, refusal('CURRENT_PASSWORD_INCORRECT', 'Wrong one')), 'Wrong one'],
  ["the server's message with a success status", toApiError(200, refusal('PASSWORD_TOO_COMMON', 'Too easy')), 'Too easy'],
  ['401 without a message', toApiError(401, ''), 'Current password is incorrect'],
  ['400 without a message', toApiError(400, '<html>'), 'Invalid password format. Please check your input.'],
  ['no network', networkError(), 'Network error. Please check your connection and try again.'],
  ['500 without a message', toApiError(500, ''), 'An unexpected error occurred. Please try again.'],
  ['503 without a message', toApiError(503, ''), 'An unexpected error occurred. Please try again.'],
  ['success false without a message', toApiError(200, '{"success":false}'), 'Failed to change password'],
  ['an empty message', toApiError(200, '{"success":false,"message":""}'), 'Failed to change password'],
  ['any other error', new Error('secret of the program'), 'An unexpected error occurred. Please try again.'],
])('%s', (_, error, text) => {
  expect(errorText(error)).toBe(text)
})
