import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'

export type Seal = {
  /** Encrypts a secret for storage: JWE, AES-256-GCM (RFC 7516). */
  close(secret: string): Promise<string>
  /** Decrypts a secret. Returns null if another key sealed it, or if it was changed. */
  open(sealed: string): Promise<string | null>
}

/** Encrypts secrets that must be readable again. The key is in the environment only, not in the database. `purpose` separates uses of one key. */
export function createSeal(key: string, purpose: string): Seal {
  const derived = new Uint8Array(hkdfSync('sha256', key, '', purpose, 32))
  return {
    close: (secret) =>
      new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(derived),
    open: async (sealed) => {
      try {
        const { plaintext } = await compactDecrypt(sealed, derived, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return new TextDecoder().decode(plaintext)
      } catch {
        return null
      }
    },
  }
}
