import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { passwordResets, sessions, users } from '../access/accounts.schema.ts'
import { tickets, viewerGrants, windowGrants } from '../access/tickets.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { zips } from '../images/zips.schema.ts'
import { privacyActions } from '../privacy/privacy.schema.ts'
import { intakeCursor } from '../studies/intake/intake.schema.ts'
import { intakeFailures } from '../studies/intake/intake-failures.schema.ts'
import { shareGrants, shareLinks } from '../studies/sharing/share-links.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { everybody, worklistChanges } from '../worklist/worklist-changes.schema.ts'

/** The tables whose rows show that a database is in use. */
export type Contents = { accounts: number; studies: number }

const HasTables = z.tuple([z.object({ hasTables: z.boolean() })])

/** Nothing, also if there is no schema yet. */
export async function countContents(db: Db): Promise<Contents> {
  const { rows } = await db.execute(sql`
    select to_regclass('public.users') is not null and to_regclass('public.studies') is not null as "hasTables"`)
  if (!HasTables.parse(rows)[0].hasTables) return { accounts: 0, studies: 0 }
  return { accounts: await db.$count(users), studies: await db.$count(studies) }
}

/**
 * Ends every session, and with them tickets, codes and the images that browsers may see: some of them may have been ended since the copy was made, which
 * nobody knows any more. Touches only columns that every schema of a copy has.
 */
export async function endAllAccess(tx: Tx): Promise<void> {
  const live = and(isNull(sessions.revokedAt), sql`${sessions.expiresAt} > now()`)
  await tx.update(sessions).set({ revokedAt: sql`now()`, endReason: 'administrator' }).where(live)
  for (const table of [tickets, viewerGrants, windowGrants, shareGrants, passwordResets]) await tx.delete(table)
}

const linkInUse = and(isNull(shareLinks.revokedAt), sql`${shareLinks.expiresAt} > now()`)

export type LiveLink = { id: string; studyId: string; expiresAt: Date }

/** The share links that work, or would if their makers could open their studies. */
export async function listLiveLinks(tx: Tx): Promise<LiveLink[]> {
  const { id, studyId, expiresAt } = shareLinks
  return tx.select({ id, studyId, expiresAt }).from(shareLinks).where(linkInUse)
}

export async function revokeAllLinks(tx: Tx): Promise<void> {
  await tx.update(shareLinks).set({ revokedAt: sql`now()` }).where(linkInUse)
}

/** ZIPs are in no copy: a request makes a new one. */
export async function expireAllZips(tx: Tx): Promise<void> {
  await tx.update(zips).set({ state: 'expired', objectKey: null, expiresAt: sql`now()` }).where(sql`${zips.state} = 'completed'`)
}

/** Exports neither. */
export async function expireAllExports(tx: Tx): Promise<void> {
  const isMade = and(eq(privacyActions.kind, 'export'), eq(privacyActions.state, 'done'))
  await tx.update(privacyActions).set({ state: 'expired', objectKey: null, expiresAt: sql`now()` }).where(isMade)
}

/** No page that somebody read before is what it was; the changes of the copy have the numbers of another server. */
export async function renewWorklists(tx: Tx): Promise<void> {
  await tx.delete(worklistChanges)
  await tx.insert(worklistChanges).values({ scope: everybody })
}

/** A restored archive has the same images in other files. */
export async function forgetFiles(tx: Tx): Promise<void> {
  await tx.update(studies).set({ filesHash: null, contentHash: null }).where(isNotNull(studies.filesHash))
}

/** The intake goes on after this change of the archive. */
export async function placeCursor(tx: Tx, last: number): Promise<void> {
  await tx.update(intakeCursor).set({ last, updatedAt: sql`now()` })
}

/** Has the intake compare these studies of the archive at once, by their Orthanc ids. */
export async function compareSoon(tx: Tx, orthancIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${intakeFailures} (orthanc_id, reason, next_attempt_at)
    select id, 'restored: the archive has other images than the database', date_trunc('milliseconds', now())
    from unnest(${sql.param([...orthancIds])}::text[]) id on conflict do nothing`)
}
