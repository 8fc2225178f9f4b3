import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Config } from '../../core/config.ts'

export type Seal = {
  /** Encrypts a secret for storage: JWE, AES-256-GCM (RFC 7516). */
  close(secret: string): Promise<string>
  /** Decrypts a secret. Returns null if another key sealed it, or if it was changed. */
  open(sealed: string): Promise<string | null>
}

/** Encrypts secrets that must be readable again. The key is in the environment only, not in the database: docs/decisions/sign-in.md. */
export function createSeal({ SECOND_FACTOR_KEY, JWT_SECRET }: Pick<Config, 'SECOND_FACTOR_KEY' | 'JWT_SECRET'>): Seal {
  const key = new Uint8Array(hkdfSync('sha256', SECOND_FACTOR_KEY ?? JWT_SECRET, '', 'readroom sealed secrets', 32))
  return {
    close: (secret) =>
      new CompactEncrypt(new TextEncoder().encode(secret)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key),
    open: async (sealed) => {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
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
