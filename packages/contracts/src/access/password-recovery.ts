import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { line, text } from '../core/primitives.ts'
import { newPasswordErrors, Password } from './passwords.ts'

/** The limits of one-time codes for password recovery: digits, lifetime, tries, and the wait for another. See docs/decisions/access/accounts.md. */
export const otpDigits = 6
export const otpMinutes = 10
export const otpTries = 5
export const resendSeconds = 120
/** A verified code lets the user set a new password for this long. */
export const resetTokenMinutes = 15

const EmailBody = z.strictObject({ email: line(254).min(1) })

const send = {
  method: 'POST',
  access: 'public',
  scope: 'none',
  body: EmailBody,
  response: ok({ message: z.string() }),
  errors: ['OTP_TOO_SOON', 'TOO_MANY_ATTEMPTS'],
} as const

export const passwordRecoveryEndpoints = defineEndpoints({
  sendOtp: {
    ...send,
    path: '/api/forgot-password/send-otp',
    summary: 'Mail a one-time code; an unknown address gets the same answer',
  },
  resendOtp: {
    ...send,
    path: '/api/forgot-password/resend-otp',
    summary: 'Mail a new one-time code; the one before stops working',
  },
  verifyOtp: {
    method: 'POST',
    path: '/api/forgot-password/verify-otp',
    summary: 'Exchange the one-time code for a reset token; every failure looks the same',
    access: 'public',
    scope: 'none',
    body: EmailBody.extend({ otp: text(20) }),
    response: ok({ message: z.string(), data: z.object({ resetToken: z.string() }) }),
    errors: ['OTP_INVALID', 'TOO_MANY_ATTEMPTS'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/forgot-password/reset-password',
    summary: "Set a new password with a reset token, once; all of the user's sessions end",
    access: 'public',
    scope: 'none',
    body: EmailBody.extend({ resetToken: text(200), newPassword: Password, confirmPassword: Password }),
    response: ok({ message: z.string() }),
    errors: ['RESET_TOKEN_INVALID', 'TOO_MANY_ATTEMPTS', ...newPasswordErrors],
  },
})
