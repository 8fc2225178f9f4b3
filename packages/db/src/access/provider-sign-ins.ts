import { and, desc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { hashOfSecret, newSecret } from '../core/secrets.ts'
import { labs } from '../people/labs.schema.ts'
import { sessions, users } from './accounts.schema.ts'
import { providerIdentities, providerSignIns } from './second-factors.schema.ts'

/** A sign-in at the provider must end within this time: the user may have to find a phone. */
const providerMinutes = 15

/** Ways that are open at the same time. Anybody may begin one, so the oldest end when there are more. */
export const maxProviderSignIns = 5_000

type ProviderSignIn = typeof providerSignIns.$inferSelect
export type Expected = Pick<ProviderSignIn, 'state' | 'nonce' | 'codeVerifier'>

/** True if an identity at an OpenID provider belongs to the user. */
export const hasProviderIdentity = sql<boolean>`exists (select 1 from ${providerIdentities} i where i.user_id = ${users.id})`

/** Begins a way to the provider; only the hash of what the browser keeps is stored. */
export async function beginProviderSignIn(db: Db, expected: Expected): Promise<string> {
  const secret = newSecret()
  const expiresAt = sql`now() + make_interval(mins => ${providerMinutes})`
  await db.insert(providerSignIns).values({ ...expected, hash: hashOfSecret(secret), expiresAt })
  const { hash, userId } = providerSignIns
  const begun = db.select({ hash }).from(providerSignIns).where(isNull(userId))
  const tooMany = begun.orderBy(desc(providerSignIns.expiresAt), hash).offset(maxProviderSignIns)
  await db.delete(providerSignIns).where(inArray(hash, tooMany))
  return secret
}

const isOpen = (secret: string) => and(eq(providerSignIns.hash, hashOfSecret(secret)), gt(providerSignIns.expiresAt, sql`now()`))

/** The values that the provider's answer must match. Reading them uses them up. Null if this browser has no way open, or has come back on it. */
export async function takeExpected(db: Db, secret: string): Promise<Expected | null> {
  const { state, nonce, codeVerifier } = providerSignIns
  const [row] = await db
    .delete(providerSignIns)
    .where(and(isOpen(secret), isNull(providerSignIns.userId)))
    .returning({ state, nonce, codeVerifier })
  return row ?? null
}

/** Stores who it was, until the page of the same browser finishes. Returns what the browser keeps in place of the one before. */
export async function storeProviderUser(
  tx: Db,
  found: { userId: string; providerToken: string; hasSecondFactor: boolean },
): Promise<string> {
  const secret = newSecret()
  const expiresAt = sql`now() + interval '1 minute'`
  const none = { state: '', nonce: '', codeVerifier: '' }
  await tx.insert(providerSignIns).values({ ...none, ...found, hash: hashOfSecret(secret), expiresAt })
  return secret
}

/** The identity from the provider for this browser, once. */
export async function takeProviderUser(db: Db, secret: string) {
  const { userId, providerToken, hasSecondFactor } = providerSignIns
  const [row] = await db
    .delete(providerSignIns)
    .where(and(isOpen(secret), isNotNull(providerSignIns.userId)))
    .returning({ userId, providerToken, hasSecondFactor })
  return row ?? null
}

/** The account of somebody at a provider. */
export async function findLinkedUser(
  db: Db,
  issuer: string,
  subject: string,
): Promise<{ userId: string; isRemoved: boolean } | null> {
  const [row] = await db
    .select({ userId: providerIdentities.userId, isRemoved: sql<boolean>`${users.deletedAt} is not null` })
    .from(providerIdentities)
    .innerJoin(users, eq(users.id, providerIdentities.userId))
    .where(and(eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject)))
  return row ?? null
}

/** Returns false if the account, or its identity at the provider, is linked already; a link to an account that was removed gives way. */
export async function insertIdentity(tx: Db, identity: typeof providerIdentities.$inferInsert): Promise<boolean> {
  const { issuer, subject } = identity
  const isRemoved = sql`exists (select 1 from ${users} u where u.id = ${providerIdentities.userId} and u.deleted_at is not null)`
  await tx
    .delete(providerIdentities)
    .where(and(eq(providerIdentities.issuer, issuer), eq(providerIdentities.subject, subject), isRemoved))
  const { rowCount } = await tx.insert(providerIdentities).values(identity).onConflictDoNothing()
  return rowCount === 1
}

/** The active laboratory of an identifier. */
export async function findLabOfIdentifier(db: Db, identifier: string): Promise<string | null> {
  const [row] = await db
    .select({ id: labs.id })
    .from(labs)
    .where(and(eq(labs.identifier, identifier.toUpperCase()), eq(labs.isActive, true)))
  return row?.id ?? null
}

/** The sealed ID token that a session was begun with. */
export async function findProviderToken(db: Db, sessionId: string): Promise<string | null> {
  const [row] = await db.select({ token: sessions.providerToken }).from(sessions).where(eq(sessions.id, sessionId))
  return row?.token ?? null
}
