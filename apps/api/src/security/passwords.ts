import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@readroom/contracts/errors'
import pLimit from 'p-limit'

/** One processor stays free for everybody who is signed in already. */
const atOnce = Math.max(1, availableParallelism() - 1)
const onFreeProcessor = pLimit(atOnce)

/** Each takes some hundredths of a second: who would wait longer than a few seconds is told to come back. */
const maxWaiting = 100 * atOnce

/** Off the event loop. Throws BUSY where too many wait already. */
function queued<T>(work: () => Promise<T>): Promise<T> {
  if (onFreeProcessor.pendingCount >= maxWaiting) throw new AppError('BUSY')
  return onFreeProcessor(work)
}

/** The same letters typed on another system may be other code points (NIST SP 800-63B, section 3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')

/** Argon2id. Throws BUSY. */
export const hashPassword = async (password: string): Promise<string> => queued(() => hash(normalise(password)))

/** A hash of nothing anybody types: verifying against it costs what a real one costs. */
const decoy = hash('no account has this password')

/** Whether `password` is the one of the hash. Where there is no hash it costs the same and is false. Throws BUSY. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') ?? false
  const against = isHash && passwordHash !== null ? passwordHash : await decoy
  return (await queued(() => verify(against, normalise(password)))) && isHash
}
