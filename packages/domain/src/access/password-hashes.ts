import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@readroom/contracts/core/errors'
import pLimit from 'p-limit'

/** Leaves one processor free for users who are already signed in. */
const atOnce = Math.max(1, availableParallelism() - 1)
const onFreeProcessor = pLimit(atOnce)

/** Each hash takes some hundredths of a second, so a full queue is a wait of a few seconds. Beyond it callers are told to retry. */
const maxWaiting = 100 * atOnce

/** Runs `work` off the event loop. Throws BUSY if too many are waiting. */
function queued<T>(work: () => Promise<T>): Promise<T> {
  if (onFreeProcessor.pendingCount >= maxWaiting) throw new AppError('BUSY')
  return onFreeProcessor(work)
}

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
