import { recoveryCodeCount } from '@readroom/contracts/second-factor'
import { hashOfSecret } from '@readroom/db/secrets'
import { Secret } from 'otpauth'

/** What is hashed of a typed code: base32 has no 0 and 1, so that nobody confuses them with O and I. */
const lettersOf = (code: string) =>
  code
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replace(/[^A-Z2-7]/g, '')

export const hashOfRecoveryCode = (code: string): string => hashOfSecret(lettersOf(code))

/** Ten codes of 80 random bits, such as `ABCD-EFGH-IJKL-MNOP`, and what is stored of them. */
export function newRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const letters = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: 10 }).base32)
  return { codes: letters.map((text) => text.match(/.{4}/g)?.join('-') ?? text), hashes: letters.map(hashOfRecoveryCode) }
}
