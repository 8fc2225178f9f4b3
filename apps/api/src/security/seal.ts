import { hkdfSync } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { Config } from '../config.ts'

export type Seal = {
  /** A secret as it is stored: JWE, AES-256-GCM (RFC 7516). */
  close(secret: string): Promise<string>
  /** The secret again. Null where it was sealed with another key, or changed. */
  open(sealed: string): Promise<string | null>
}

/** Keeps secrets that must be read again out of the database and its copies. The key is the environment's alone: docs/decisions/sign-in.md. */
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
