import { expect, test } from 'vitest'
import { AppError } from './errors.ts'

test.each([
  [new AppError('OTP_TOO_SOON', { seconds: 1 }), 'Please wait 1 second before requesting another OTP.'],
  [new AppError('OTP_TOO_SOON', { seconds: 120 }), 'Please wait 120 seconds before requesting another OTP.'],
  [new AppError('TOO_MANY_ATTEMPTS', { seconds: 1 }), 'Too many attempts. Please wait 1 second and try again.'],
  [new AppError('IMPORT_REFUSED', { count: 1, first: 'Line 3.' }), 'Nothing was imported: 1 line has errors. Line 3.'],
  [new AppError('PASSWORD_TOO_SHORT', { count: 12 }), 'Password must be at least 12 characters long'],
  [new AppError('NOT_FOUND'), 'Not found'],
])('%s counts in words: %s', ({ message }, expected) => {
  expect(message).toBe(expected)
})
