import { Secret, TOTP } from 'otpauth'

/** What every authenticator app understands: RFC 6238 with SHA-1, six digits, thirty seconds. */
const settings = { issuer: 'Readroom', algorithm: 'SHA1', digits: 6, period: 30 }

/** Steps that a clock may be wrong by, either way. */
const window = 1

/** A new shared secret, base32: 160 random bits (RFC 4226, section 4). */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The `otpauth:` address that an app reads from the QR code. `label`: whose account it is. */
export const totpUri = (secret: string, label: string): string => new TOTP({ ...settings, secret, label }).toString()

/** The time step that a code is of, compared in constant time; null where it is of none that is near. */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ ...settings, secret })
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window })
  return delta === null ? null : totp.counter({ timestamp: now.getTime() }) + delta
}
