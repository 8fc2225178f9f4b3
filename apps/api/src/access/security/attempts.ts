import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import {
  type CountedTry,
  clearFailures,
  countTries as countTriesOfKeys,
  type Patience,
  secondsBlocked,
  takeBackTries,
} from '@readroom/db/access/login-throttles'
import type { Db } from '@readroom/db/core/client'

const longest = 300

/** Counted attempts. docs/decisions/access/password-guessing.md explains each limit. */
const patience = {
  /** Sign-ins to one account from one address. */
  login: { free: 3, longest },
  /** Sign-ins to one account from all addresses that it was not used from recently. */
  'login-account': { free: 20, longest: 60 },
  /** Sign-ins to all accounts from one address, which may serve a whole clinic. */
  'login-address': { free: 50, longest },
  /** Second-factor codes for one account from one address. */
  'second-step': { free: 3, longest },
  /** Second-factor codes for one account from all addresses that it was not used from recently. The attacker already has the password. */
  'second-step-account': { free: 5, longest: 900 },
  /** Passkey sign-ins begun from one address and not finished. */
  'passkey-address': { free: 50, longest },
  /** The password and codes that guard changes to the second factor. */
  'second-factor': { free: 3, longest },
  'change-password': { free: 3, longest },
  'sign-report': { free: 3, longest },
  /** One-time codes tried for one email address, however many codes were sent. */
  otp: { free: 10, longest },
  /** One-time codes tried from one address. */
  'otp-address': { free: 50, longest },
  /** One-time codes requested from one address. */
  'otp-request': { free: 20, longest },
  /** Share links tried from one address that do not exist. */
  'share-address': { free: 50, longest },
  /** Assertions for FHIR access tokens from one address that were refused. */
  'fhir-token-address': { free: 50, longest },
} as const satisfies Record<string, Patience>

export type Attempt = { kind: keyof typeof patience; of: string }

const keyOf = ({ kind, of }: Attempt) => createHash('sha256').update(`${kind}|${of.toLowerCase()}`).digest('hex')

/** Throws TOO_MANY_ATTEMPTS if one of the attempts is still blocked. */
export async function checkAttempts(db: Db, ...attempts: Attempt[]): Promise<void> {
  const seconds = await secondsBlocked(db, attempts.map(keyOf))
  if (seconds > 0) throw new AppError('TOO_MANY_ATTEMPTS', { seconds })
}

/**
 * Counts one try of each attempt. Call it before comparing anything, so that simultaneous tries at several processes all count.
 * Throws TOO_MANY_ATTEMPTS, and counts nothing, if one of the attempts is still blocked.
 */
export async function countTries(db: Db, ...attempts: Attempt[]): Promise<CountedTry[]> {
  const asked = attempts.map((attempt) => ({ key: keyOf(attempt), ...patience[attempt.kind] }))
  const counted = await countTriesOfKeys(db, asked)
  if (counted.length === asked.length) return counted
  await takeBackTries(db, counted)
  const seconds = await secondsBlocked(
    db,
    asked.map(({ key }) => key),
  )
  throw new AppError('TOO_MANY_ATTEMPTS', { seconds: Math.max(1, seconds) })
}

/** Returns the number of seconds for which the next try is refused. */
export const waitAfter = (tries: readonly CountedTry[]) => Math.max(0, ...tries.map(({ seconds }) => seconds))

/** Takes back tries that were right or that were never compared, and forgets all failures of `forgotten`. */
export const forgiveTries = (db: Db, tries: readonly CountedTry[], ...forgotten: Attempt[]): Promise<void> =>
  takeBackTries(db, tries, forgotten.map(keyOf))

/** Forgets all failures of these attempts. */
export const forgetFailures = (db: Db, ...attempts: Attempt[]) => clearFailures(db, attempts.map(keyOf))

const lastOf = new Map<string, Promise<unknown>>()

/** Runs the work of one attempt in sequence, so that several correct sign-ins at once do not count as guessing. */
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
