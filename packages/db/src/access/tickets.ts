import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core'
import { advisoryLocks } from '../core/advisory-locks.ts'
import { builtOnce, type Db, type Tx } from '../core/client.ts'
import { hashOfSecret, newSecret } from '../core/secrets.ts'
import { tickets, viewerGrants, windowGrants } from './tickets.schema.ts'

type Purpose = typeof tickets.$inferSelect.purpose

/** A ticket lives this long. One to download is good for as often as it takes to have all of the file. */
export const ticketSeconds: Record<Purpose, number> = {
  ws: 60,
  viewer: 60,
  launch: 60,
  'report-launch': 60,
  download: 15 * 60,
  export: 15 * 60,
}

/** Makes a ticket; only its hash is stored. */
export async function createTicket(
  db: Db,
  ticket: { purpose: Purpose; sessionId: string; studyId: string | null; zipId?: string },
): Promise<string> {
  const secret = newSecret()
  const expiresAt = sql`now() + make_interval(secs => ${ticketSeconds[ticket.purpose]})`
  await db.insert(tickets).values({ ...ticket, hash: hashOfSecret(secret), expiresAt })
  return secret
}

const isUsable = (secret: string, purpose: Purpose) =>
  and(
    eq(tickets.hash, hashOfSecret(secret)),
    eq(tickets.purpose, purpose),
    isNull(tickets.usedAt),
    gt(tickets.expiresAt, sql`now()`),
  )

const granted = { sessionId: tickets.sessionId, studyId: tickets.studyId }

/** Uses a ticket up. Null if it is unknown, used, expired or for something else. */
export async function useTicket(db: Db, secret: string, purpose: Purpose) {
  const [row] = await db.update(tickets).set({ usedAt: sql`now()` }).where(isUsable(secret, purpose)).returning(granted)
  return row ?? null
}

/** Returns what a ticket grants, without using it up. Null if it is unknown, used, expired or for something else. */
export async function peekTicket(db: Db, secret: string, purpose: Purpose) {
  const [row] = await db.select(granted).from(tickets).where(isUsable(secret, purpose))
  return row ?? null
}

type FilePurpose = 'download' | 'export'

/** The target of a download ticket; the ticket may have been used before. */
export async function findDownloadTicket(db: Db, secret: string, purpose: FilePurpose = 'download') {
  const [row] = await db
    .select({ ...granted, zipId: tickets.zipId })
    .from(tickets)
    .where(and(eq(tickets.hash, hashOfSecret(secret)), eq(tickets.purpose, purpose), gt(tickets.expiresAt, sql`now()`)))
  return row ?? null
}

/** True for the first use of a ticket to download. */
export async function noteFirstUse(tx: Tx, secret: string, purpose: FilePurpose = 'download'): Promise<boolean> {
  return (await useTicket(tx, secret, purpose)) !== null
}

/** Makes the secret of a viewer cookie for one study; it ends with the session at the latest. */
export async function createViewerGrant(db: Db, grant: { sessionId: string; studyId: string; expiresAt: Date }): Promise<string> {
  const secret = newSecret()
  await db.insert(viewerGrants).values({ ...grant, hash: hashOfSecret(secret) })
  return secret
}

/** Selects the sessions and studies that cookie values stand for. Their hashes are the placeholder `hashes`. */
export function selectViewerGrants(db: Db) {
  const isOneOf = (hash: AnyPgColumn) => sql`${hash} = any(${sql.placeholder('hashes')}::text[])`
  const ofStudies = db
    .select({ sessionId: viewerGrants.sessionId, studyId: viewerGrants.studyId })
    .from(viewerGrants)
    .where(and(isOneOf(viewerGrants.hash), gt(viewerGrants.expiresAt, sql`now()`)))
  const ofWindows = db
    .select({ sessionId: windowGrants.sessionId, studyId: windowGrants.studyId })
    .from(windowGrants)
    .where(and(isOneOf(windowGrants.hash), gt(windowGrants.expiresAt, sql`now()`)))
  return union(ofStudies, ofWindows)
}

const viewerGrantsOf = builtOnce((db) => selectViewerGrants(db).prepare('viewer_grants'))

/** The sessions and studies that cookie values stand for. */
export async function findViewerGrants(db: Db, secrets: readonly string[]) {
  return secrets.length === 0 ? [] : viewerGrantsOf(db).execute({ hashes: secrets.map(hashOfSecret) })
}

type Window = { hash: string; sessionId: string; expiresAt: Date }

/** Sets the studies that a window's cookie admits to: the shown one and the preloaded ones. Returns the former ones. */
export async function replaceWindowGrants(tx: Tx, window: Window, { shown, ahead }: { shown: string; ahead: string | null }) {
  // Calls of one window take turns, whatever studies they name: otherwise they would insert the same rows, and leave each other's.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.windowGrants}::int, hashtext(${window.hash}))`)
  const before = await tx.delete(windowGrants).where(eq(windowGrants.hash, window.hash)).returning()
  await tx
    .insert(windowGrants)
    .values([
      { ...window, studyId: shown, shownAt: sql`now()` },
      ...(ahead === null ? [] : [{ ...window, studyId: ahead, shownAt: null }]),
    ])
  return before
}
