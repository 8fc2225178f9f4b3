import { hash, verify } from '@node-rs/argon2'

/** A hash of nothing anybody types: verifying against it costs what a real one costs. */
const decoy = hash('no account has this password')

/** Whether `password` is the account's. Without an account it costs the same and is false. Runs off the event loop. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password)
  return matches && passwordHash !== null
}
