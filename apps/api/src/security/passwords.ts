import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** One processor stays free for everybody who is signed in already. */
const onFreeProcessor = pLimit(Math.max(1, availableParallelism() - 1))

/** The same letters typed on another system may be other code points (NIST SP 800-63B, section 3.1.1.2). */
const normalise = (password: string) => password.normalize('NFKC')

/** Argon2id, off the event loop. */
export const hashPassword = (password: string) => onFreeProcessor(() => hash(normalise(password)))

/** A hash of nothing anybody types: verifying against it costs what a real one costs. */
const decoy = hash('no account has this password')

/** Whether `password` is the one of the hash. Where there is no hash it costs the same and is false. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2') ?? false
  const against = isHash && passwordHash !== null ? passwordHash : await decoy
  return (await onFreeProcessor(() => verify(against, normalise(password)))) && isHash
}
