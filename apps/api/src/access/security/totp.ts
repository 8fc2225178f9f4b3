import { Secret, TOTP } from 'otpauth'

/** Parameters that every authenticator app supports: RFC 6238 with SHA-1, six digits, thirty seconds. */
const settings = { issuer: 'Readroom', algorithm: 'SHA1', digits: 6, period: 30 }

/** Time steps that a phone's clock may be off by, in either direction. */
const window = 1

/** Returns a new shared secret in base32: 160 random bits (RFC 4226, section 4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the `otpauth:` address for the QR code. `label` names the account in the app. */
export const totpUri = (secret: string, label: string): string => new TOTP({ ...settings, secret, label }).toString()

/** Returns the time step of a code, compared in constant time, or null if it matches no step within the window. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
