import { expect, test } from 'vitest'
import { networkError } from '../../../lib/api/api-error.ts'
import { toApiError } from '../../../lib/api/request.ts'
import { errorText } from './recovery-steps.tsx'

const tooSoon = JSON.stringify({ success: false, code: 'OTP_TOO_SOON', message: 'Please wait 7 seconds.' })

test.each([
  ["the server's message", toApiError(429, tooSoon), 'Please wait 7 seconds.'],
  ['success false without a message', toApiError(200, '{"success":false}'), 'Failed to send OTP'],
  ['no network', networkError(), 'Network error. Please try again.'],
  ['an error without a message', toApiError(502, '<html>'), 'Network error. Please try again.'],
])('%s', (_, error, text) => {
  expect(errorText(error, 'Failed to send OTP')).toBe(text)
})
