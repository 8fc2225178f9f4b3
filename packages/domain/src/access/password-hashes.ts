import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createQueue } from './queue.ts'

/** Leaves one processor free for users who are already signed in. */
export const hashesAtOnce = Math.max(1, availableParallelism() - 1)

/** Each hash takes some hundredths of a second, so a full queue is a wait of a few seconds. Beyond it callers are told to retry. */
export const maxHashesWaiting = 100 * hashesAtOnce

const queued = createQueue({ atOnce: hashesAtOnce, maxWaiting: maxHashesWaiting })

/** Text typed on different systems may use different code points for the same letters (NIST SP 800-63B, section 3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')

/** Hashes with Argon2id. Throws BUSY. */
export const hashPassword = async (password: string): Promise<string> => queued(() => hash(normalise(password)))

/** A hash that no password matches. Verifying against it takes as long as verifying a real one. */
const decoy = hash('no account has this password')

/** Returns true if `password` matches the hash. Without a hash it takes the same time and returns false. Throws BUSY. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') ?? false
  const against = isHash && passwordHash !== null ? passwordHash : await decoy
  return (await queued(() => verify(against, normalise(password)))) && isHash
}
