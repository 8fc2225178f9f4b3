import { randomUUID } from 'node:crypto'
import { generatedPasswordHours } from '@readroom/contracts/passwords'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { emitJob } from '../outbox.js'
import { users } from '../schema/accounts.js'
/** In place of a hash: no password opens the account until one has been mailed. */
export const noPassword = 'none'
/** Sets the password that a user chose. Answers the account, or null where it is gone. */
export async function setOwnPassword(tx, userId, passwordHash) {
  const [row] = await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, passwordExpiresAt: null, passwordRequestId: null, updatedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .returning({ id: users.id, email: users.email, changedAt: users.updatedAt })
  if (!row) return null
  await emitJob(tx, 'password-notice.send', { v: 1, userId, changedAt: row.changedAt.toISOString() })
  return { id: row.id, email: row.email }
}
/** Ends the password of an account and queues the mail with a generated one, which is made when it is mailed. */
export async function requestGeneratedPassword(tx, userId) {
  const requestId = randomUUID()
  const change = { passwordHash: noPassword, passwordRequestId: requestId, mustChangePassword: true, passwordExpiresAt: null }
  await tx
    .update(users)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  await emitJob(tx, 'password.issue', { v: 1, userId, requestId })
}
const isRequest = (userId, requestId) => and(eq(users.id, userId), eq(users.passwordRequestId, requestId))
/** Makes a generated password good for 72 hours. Answers whom to mail it to, or null where the request is out of date. */
export async function storeGeneratedPassword(db, userId, requestId, passwordHash) {
  const [row] = await db
    .update(users)
    .set({ passwordHash, passwordExpiresAt: sql`now() + make_interval(hours => ${generatedPasswordHours})` })
    .where(and(isRequest(userId, requestId), isNull(users.deletedAt)))
    .returning({ email: users.email, username: users.username, fullName: users.fullName })
  return row ?? null
}
/** Notes that the generated password has been mailed: a second run of the job would replace it. */
export async function closePasswordRequest(db, userId, requestId) {
  await db.update(users).set({ passwordRequestId: null }).where(isRequest(userId, requestId))
}
/** Whom a notice of a changed password goes to. */
export async function findMailRecipient(db, userId) {
  const [row] = await db
    .select({ email: users.email, fullName: users.fullName })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row ?? null
}
//# sourceMappingURL=passwords.js.map
