import { createHash } from 'node:crypto'
import { otpMinutes, otpTries, resendSeconds, resetTokenMinutes } from '@readroom/contracts/access/password-recovery'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../core/client.ts'
import { passwordResets, users } from './accounts.schema.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const emailHashOf = (email: string) => sha256(email.toLowerCase())

const isActiveUser = and(eq(users.isActive, true), sql`${users.deletedAt} is null`)

/**
 * Stores the beginning of an address's recovery, known or not, in place of the one before.
 * `seconds`: how long to wait if the last one was less than two minutes ago; nothing is stored then.
 */
export async function storeReset(
  tx: Db,
  email: string,
): Promise<{ id: string; sentAt: Date; userId: string | null } | { seconds: number }> {
  const account = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isActiveUser))
  const fresh = { sentAt: sql`now()`, codeHash: null, codeExpiresAt: null, tries: 0, tokenHash: null, tokenExpiresAt: null }
  const [row] = await tx
    .insert(passwordResets)
    .values({ emailHash: emailHashOf(email), userId: sql`(${account})` })
    .onConflictDoUpdate({
      target: passwordResets.emailHash,
      set: { ...fresh, userId: sql`excluded.user_id` },
      setWhere: sql`${passwordResets.sentAt} <= now() - make_interval(secs => ${resendSeconds})`,
    })
    .returning({ id: passwordResets.id, sentAt: passwordResets.sentAt, userId: passwordResets.userId })
  return row ?? { seconds: await secondsToWait(tx, email) }
}

async function secondsToWait(tx: Db, email: string): Promise<number> {
  const [row] = await tx
    .select({
      seconds: sql<number>`ceil(${resendSeconds} - extract(epoch from now() - ${passwordResets.sentAt}))::int`,
    })
    .from(passwordResets)
    .where(eq(passwordResets.emailHash, emailHashOf(email)))
  return Math.max(1, row?.seconds ?? resendSeconds)
}

/** Ends whatever recovery of an account has begun: its codes and tokens no longer work. */
export async function deleteResetsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
}

const isRequest = (resetId: string, sentAt: Date) => and(eq(passwordResets.id, resetId), eq(passwordResets.sentAt, sentAt))

/** The recipient of a recovery's code; null for an unknown address and for a request that a newer one has replaced. */
export async function findResetRecipient(db: Db, resetId: string, sentAt: Date) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isActiveUser))
    .where(isRequest(resetId, sentAt))
  return row ?? null
}

/** Makes this the request's code, for ten minutes. Returns false if a newer request has replaced it. */
export async function storeResetCode(db: Db, resetId: string, sentAt: Date, codeHash: string): Promise<boolean> {
  const rows = await db
    .update(passwordResets)
    .set({ codeHash, codeExpiresAt: sql`now() + make_interval(mins => ${otpMinutes})` })
    .where(isRequest(resetId, sentAt))
    .returning({ id: passwordResets.id })
  return rows.length > 0
}

/** Counts a try before anything is compared. Null if no code is good any more, or the five tries are used up. */
export async function countResetTry(db: Db, email: string) {
  const [row] = await db
    .update(passwordResets)
    .set({ tries: sql`${passwordResets.tries} + 1` })
    .where(
      and(
        eq(passwordResets.emailHash, emailHashOf(email)),
        sql`${passwordResets.tries} < ${otpTries}`,
        isNotNull(passwordResets.codeHash),
        gt(passwordResets.codeExpiresAt, sql`now()`),
      ),
    )
    .returning({ id: passwordResets.id, userId: passwordResets.userId, codeHash: passwordResets.codeHash })
  return row ?? null
}

/** Takes back a try whose code was never compared. A newer code has its own tries. */
export async function takeBackResetTry(db: Db, resetId: string, codeHash: string): Promise<void> {
  await db
    .update(passwordResets)
    .set({ tries: sql`greatest(0, ${passwordResets.tries} - 1)` })
    .where(and(eq(passwordResets.id, resetId), eq(passwordResets.codeHash, codeHash)))
}

/** Uses the code up for a reset token. Returns false if another call was first. */
export async function exchangeResetCode(tx: Db, resetId: string, codeHash: string, token: string): Promise<boolean> {
  const rows = await tx
    .update(passwordResets)
    .set({
      codeHash: null,
      codeExpiresAt: null,
      tokenHash: sha256(token),
      tokenExpiresAt: sql`now() + make_interval(mins => ${resetTokenMinutes})`,
    })
    .where(and(eq(passwordResets.id, resetId), eq(passwordResets.codeHash, codeHash)))
    .returning({ id: passwordResets.id })
  return rows.length > 0
}

const isToken = (email: string, token: string) =>
  and(
    eq(passwordResets.emailHash, emailHashOf(email)),
    eq(passwordResets.tokenHash, sha256(token)),
    gt(passwordResets.tokenExpiresAt, sql`now()`),
  )

/** The user whose password a reset token may set; null if it is not good. */
export async function findResetUser(db: Db, email: string, token: string) {
  const [row] = await db
    .select({ id: users.id, email: users.email, username: users.username, fullName: users.fullName })
    .from(passwordResets)
    .innerJoin(users, and(eq(users.id, passwordResets.userId), isActiveUser))
    .where(isToken(email, token))
  return row ?? null
}

/** Uses a reset token up. Returns false if it is not good, or another call was first. */
export async function spendResetToken(tx: Db, email: string, token: string): Promise<boolean> {
  const rows = await tx
    .update(passwordResets)
    .set({ tokenHash: null, tokenExpiresAt: null })
    .where(isToken(email, token))
    .returning({ id: passwordResets.id })
  return rows.length > 0
}
