import { generatedPasswordHours } from '@readroom/contracts/access/passwords'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { users } from './accounts.schema.ts'

/** In place of a hash: no password opens the account until one has been mailed. */
export const noPassword = 'none'

/** The account has no password, and none is on its way: it waits for its laboratory. */
export const awaitsFirstPassword = and(
  eq(users.passwordHash, noPassword),
  isNull(users.passwordRequestId),
  eq(users.mustChangePassword, false),
  isNull(users.deletedAt),
)

/** Stores the password that a user chose. Returns the account, or null if it is gone. */
export async function storeOwnPassword(db: Db, userId: string, passwordHash: string) {
  const [row] = await db
    .update(users)
    .set({ passwordHash, mustChangePassword: false, passwordExpiresAt: null, passwordRequestId: null, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id, email: users.email, changedAt: users.updatedAt })
  return row ?? null
}

/** Ends the password of an account; the request's id is what the next one will be stored by. */
export async function storePasswordRequest(db: Db, userId: string, requestId: string): Promise<void> {
  const change = { passwordHash: noPassword, passwordRequestId: requestId, mustChangePassword: true, passwordExpiresAt: null }
  await db
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
}

const isRequest = (userId: string, requestId: string) => and(eq(users.id, userId), eq(users.passwordRequestId, requestId))

/** Makes a generated password good for 72 hours. Returns whom to mail it to, or null if the request is out of date. */
export async function storeGeneratedPassword(db: Db, userId: string, requestId: string, passwordHash: string) {
  const [row] = await db
    .update(users)
    .set({ passwordHash, passwordExpiresAt: sql`now() + make_interval(hours => ${generatedPasswordHours})` })
    .where(and(isRequest(userId, requestId), isNull(users.deletedAt)))
    .returning({ email: users.email, fullName: users.fullName })
  return row ?? null
}

/** Notes that the generated password has been mailed: a second run of the job would replace it. */
export async function closePasswordRequest(db: Db, userId: string, requestId: string): Promise<void> {
  await db.update(users).set({ passwordRequestId: null }).where(isRequest(userId, requestId))
}

/** The recipient of a notice of a changed password. */
export async function findMailRecipient(db: Db, userId: string) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row ?? null
}
