import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/errors'
import type { Db, Tx } from '@readroom/db/client'
import {
  type CountedTry,
  clearFailures,
  countTry,
  type Patience,
  secondsBlocked,
  uncountTry,
} from '@readroom/db/queries/login-throttles'

const longest = 300

/** What is counted. Why each is what it is: docs/decisions/accounts.md. */
const patience = {
  /** Sign-ins of one account from one address. */
  login: { free: 3, longest },
  /** Sign-ins of one account from everywhere that it was not used from lately. */
  'login-account': { free: 20, longest: 60 },
  /** Sign-ins of all accounts from one address, which may be a whole clinic's. */
  'login-address': { free: 50, longest },
  /** Codes of the second step of one account from one address. */
  'second-step': { free: 3, longest },
  /** Codes of the second step of one account from everywhere that it was not used from lately: whoever tries has the password. */
  'second-step-account': { free: 5, longest: 900 },
  /** Sign-ins with a passkey begun from one address, and not finished. */
  'passkey-address': { free: 50, longest },
  /** The password, and codes, that changes of the second factor ask for. */
  'second-factor': { free: 3, longest },
  'change-password': { free: 3, longest },
  'sign-report': { free: 3, longest },
  /** One-time codes of one e-mail address, however many codes were sent. */
  otp: { free: 10, longest },
  /** One-time codes tried from one address. */
  'otp-address': { free: 50, longest },
  /** One-time codes asked for from one address. */
  'otp-request': { free: 20, longest },
  /** Share links tried from one address that open nothing. */
  'share-address': { free: 50, longest },
} as const satisfies Record<string, Patience>

export type Attempt = { kind: keyof typeof patience; of: string }

const keyOf = ({ kind, of }: Attempt) => createHash('sha256').update(`${kind}|${of.toLowerCase()}`).digest('hex')

/** Throws TOO_MANY_ATTEMPTS while one of the attempts must wait. */
export async function checkAttempts(db: Db, ...attempts: Attempt[]): Promise<void> {
  const seconds = await secondsBlocked(db, attempts.map(keyOf))
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { seconds })
}

/**
 * Counts a try of each before anything is compared: those sent at once, to whichever process, are all counted. Throws TOO_MANY_ATTEMPTS, and counts
 * none, while one of them must wait.
 */
export async function countTries(tx: Tx, ...attempts: Attempt[]): Promise<CountedTry[]> {
  const counted: CountedTry[] = []
  // In one order, so that no two wait for each other.
  const inOrder = attempts.map((attempt) => ({ key: keyOf(attempt), ...patience[attempt.kind] }))
  inOrder.sort((one, other) => (one.key < other.key ? -1 : 1))
  for (const { key, ...limits } of inOrder) {
    const mine = await countTry(tx, key, limits)
    if (!mine) throw new AppError('TOO_MANY_ATTEMPTS', { seconds: Math.max(1, await secondsBlocked(tx, [key])) })
    counted.push(mine)
  }
  return counted
}

/** For how many seconds the next try is refused. */
export const waitAfter = (tries: readonly CountedTry[]) => Math.max(0, ...tries.map(({ seconds }) => seconds))

/** Takes back tries that were right, or were never compared. */
export async function forgiveTries(db: Db, tries: readonly CountedTry[]): Promise<void> {
  for (const counted of tries) await uncountTry(db, counted)
}

/** Forgets every failure of the attempts. */
export const forgetFailures = (db: Db, ...attempts: Attempt[]) => clearFailures(db, attempts.map(keyOf))

const lastOf = new Map<string, Promise<unknown>>()

/** One after the other for the same attempt: people who sign in right several times at once do not count as guessing. */
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
