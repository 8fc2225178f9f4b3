import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { Db } from '@readroom/db/client'
import { clearFailures, countFailure, secondsBlocked } from '@readroom/db/queries/login-throttles'

/** What is counted, and how many failures are free before each doubles the wait. */
const freeFailures = {
  /** Sign-ins of one account from one address. */
  login: 3,
  /** Sign-ins of all accounts from one address, which may be a whole clinic's. */
  'login-address': 50,
  'change-password': 3,
  /** One-time codes of one e-mail address, however many codes were sent. */
  otp: 10,
  /** One-time codes tried from one address. */
  'otp-address': 50,
  /** One-time codes asked for from one address. */
  'otp-request': 20,
  /** Share links tried from one address that open nothing. */
  'share-address': 50,
} as const

export type Attempt = { kind: keyof typeof freeFailures; of: string }

const keyOf = ({ kind, of }: Attempt) => createHash('sha256').update(`${kind}|${of.toLowerCase()}`).digest('hex')

/** Throws TOO_MANY_ATTEMPTS while one of the attempts must wait. */
export async function checkAttempts(db: Db, ...attempts: Attempt[]): Promise<void> {
  const seconds = await secondsBlocked(db, attempts.map(keyOf))
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { seconds })
}

/** Counts a failure of each. Answers for how many seconds the next one is refused. */
export async function countFailures(tx: Db, ...attempts: Attempt[]): Promise<number> {
  const waits: number[] = []
  for (const attempt of attempts) waits.push(await countFailure(tx, keyOf(attempt), freeFailures[attempt.kind]))
  return Math.max(...waits)
}

export const forgetFailures = (tx: Db, ...attempts: Attempt[]) => clearFailures(tx, attempts.map(keyOf))

const lastOf = new Map<string, Promise<unknown>>()

/** One after the other for the same attempt: guesses sent at once would all be compared before the first is counted. */
export async function inTurn<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const key = keyOf(attempt)
  const mine = (lastOf.get(key) ?? Promise.resolve()).then(work, work)
  lastOf.set(key, mine)
  try {
    return await mine
  } finally {
    if (lastOf.get(key) === mine) lastOf.delete(key)
  }
}
