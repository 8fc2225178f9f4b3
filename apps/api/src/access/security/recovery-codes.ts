import { recoveryCodeCount } from '@readroom/contracts/access/second-factor'
import { hashOfSecret } from '@readroom/db/core/secrets'
import { Secret } from 'otpauth'

/** Normalises a typed code before hashing. Base32 has no 0 and 1, so they are read as O and I. */
const lettersOf = (code: string) =>
  code
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replace(/[^A-Z2-7]/g, '')

export const hashOfRecoveryCode = (code: string): string => hashOfSecret(lettersOf(code))

/** Makes ten codes of 80 random bits, such as `ABCD-EFGH-IJKL-MNOP`, and the hashes to store. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const letters = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: 10 }).base32)
  return { codes: letters.map((text) => text.match(/.{4}/g)?.join('-') ?? text), hashes: letters.map(hashOfRecoveryCode) }
}
