import { challengeMinutes, challengeTries } from '@readroom/contracts/access/sign-in'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hashOfSecret, newSecret } from '../core/secrets.ts'
import { signInChallenges } from './second-factors.schema.ts'

export type ChallengeRow = typeof signInChallenges.$inferSelect
type Purpose = ChallengeRow['purpose']
export type NewChallenge = Pick<ChallengeRow, 'purpose' | 'userId'> &
  Partial<Pick<ChallengeRow, 'webauthnChallenge' | 'providerToken'>>

/** Begins a sign-in's second factor, or a passkey's part; only the hash of what is answered is stored. */
export async function createChallenge(tx: Db, challenge: NewChallenge): Promise<string> {
  const secret = newSecret()
  const expiresAt = sql`now() + make_interval(mins => ${challengeMinutes})`
  await tx.insert(signInChallenges).values({ ...challenge, hash: hashOfSecret(secret), expiresAt })
  return secret
}

const isOpen = (secret: string, purpose: Purpose) =>
  and(
    eq(signInChallenges.hash, hashOfSecret(secret)),
    eq(signInChallenges.purpose, purpose),
    lt(signInChallenges.tries, challengeTries),
    gt(signInChallenges.expiresAt, sql`now()`),
  )

/** A challenge that is open; null if it is unknown, used up, expired or for something else. */
export async function findChallenge(db: Db, secret: string, purpose: Purpose): Promise<ChallengeRow | null> {
  const [row] = await db.select().from(signInChallenges).where(isOpen(secret, purpose))
  return row ?? null
}

/** Counts a try before anything is compared. Null if the challenge is not open, or its tries are used up. */
export async function countChallengeTry(db: Db, secret: string, purpose: Purpose): Promise<ChallengeRow | null> {
  const [row] = await db
    .update(signInChallenges)
    .set({ tries: sql`${signInChallenges.tries} + 1` })
    .where(isOpen(secret, purpose))
    .returning()
  return row ?? null
}

/** The challenge that a passkey signs next, once: the one before no longer counts. */
export async function storeWebauthnChallenge(tx: Db, hash: string, webauthnChallenge: string): Promise<void> {
  await tx.update(signInChallenges).set({ webauthnChallenge }).where(eq(signInChallenges.hash, hash))
}

/** Takes what a passkey has to sign, once. Returns false if another call was first. */
export async function takeWebauthnChallenge(db: Db, { hash, webauthnChallenge }: ChallengeRow): Promise<boolean> {
  if (webauthnChallenge === null) return false
  const { rowCount } = await db
    .update(signInChallenges)
    .set({ webauthnChallenge: null })
    .where(and(eq(signInChallenges.hash, hash), eq(signInChallenges.webauthnChallenge, webauthnChallenge)))
  return rowCount === 1
}

/** Uses a challenge up. Returns false if another call was first. */
export async function spendChallenge(tx: Db, hash: string): Promise<boolean> {
  const { rowCount } = await tx.delete(signInChallenges).where(eq(signInChallenges.hash, hash))
  return rowCount === 1
}

/** Ends what an account has begun. */
export async function deleteChallenges(tx: Db, userId: string): Promise<void> {
  await tx.delete(signInChallenges).where(eq(signInChallenges.userId, userId))
}
