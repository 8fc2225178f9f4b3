import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { tickets } from '../schema/accounts.js'
import { viewerGrants } from '../schema/system.js'
import { hashOfSecret, newSecret } from '../secrets.js'
/** A ticket lives this long. */
export const ticketSeconds = 60
/** Makes a single-use ticket; only its hash is stored. */
export async function createTicket(db, ticket) {
  const secret = newSecret()
  const expiresAt = sql`now() + make_interval(secs => ${ticketSeconds})`
  await db.insert(tickets).values({ ...ticket, hash: hashOfSecret(secret), expiresAt })
  return secret
}
const isUsable = (secret, purpose) =>
  and(
    eq(tickets.hash, hashOfSecret(secret)),
    eq(tickets.purpose, purpose),
    isNull(tickets.usedAt),
    gt(tickets.expiresAt, sql`now()`),
  )
const granted = { sessionId: tickets.sessionId, studyId: tickets.studyId }
/** Uses a ticket up. Null where it is unknown, used, expired or for something else. */
export async function useTicket(db, secret, purpose) {
  const [row] = await db.update(tickets).set({ usedAt: sql`now()` }).where(isUsable(secret, purpose)).returning(granted)
  return row ?? null
}
/** The same, without using it up. */
export async function peekTicket(db, secret, purpose) {
  const [row] = await db.select(granted).from(tickets).where(isUsable(secret, purpose))
  return row ?? null
}
/** Makes the secret of a viewer cookie for one study; it ends with the session at the latest. */
export async function createViewerGrant(db, grant) {
  const secret = newSecret()
  await db.insert(viewerGrants).values({ ...grant, hash: hashOfSecret(secret) })
  return secret
}
/** The sessions and studies that cookie values stand for. */
export async function findViewerGrants(db, secrets) {
  if (secrets.length === 0) return []
  const hashes = sql.join(
    secrets.map((secret) => sql`${hashOfSecret(secret)}`),
    sql`, `,
  )
  return db
    .select({ sessionId: viewerGrants.sessionId, studyId: viewerGrants.studyId })
    .from(viewerGrants)
    .where(and(sql`${viewerGrants.hash} in (${hashes})`, gt(viewerGrants.expiresAt, sql`now()`)))
}
//# sourceMappingURL=tickets.js.map
