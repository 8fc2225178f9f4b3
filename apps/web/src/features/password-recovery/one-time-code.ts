import { otpDigits, resendSeconds } from '@readroom/contracts/password-recovery'

/** What is kept of a typed or pasted code: `123 456` is 123456. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, otpDigits)

/** Seconds until another code may be sent; a clock that was set back does not make it longer. */
export function secondsUntilResend(sentAt: number, now: number): number {
  const seconds = Math.ceil((sentAt - now) / 1000) + resendSeconds
  return Math.min(Math.max(seconds, 0), resendSeconds)
}
