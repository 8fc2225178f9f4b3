import { createHash, randomBytes } from 'node:crypto'

/** A secret to hand out: 256 random bits in base64url (43 characters). */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The stored form of a secret: its SHA-256, hexadecimal. Only for secrets that cannot be guessed. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
