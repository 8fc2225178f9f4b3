import { and, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { reportDrafts, reportHolds } from './reading.schema.ts'

export type DraftRow = typeof reportDrafts.$inferSelect
export type HoldRow = typeof reportHolds.$inferSelect

/** A writer keeps the hold for this long without a sign of life. */
export const leaseSeconds = 60

const lease = sql`now() + make_interval(secs => ${leaseSeconds})`

/** The study's draft with who saved it, or null. */
export async function findDraft(db: Db, studyId: string): Promise<{ draft: DraftRow; savedBy: string } | null> {
  const [row] = await db
    .select({ draft: reportDrafts, savedBy: users.fullName })
    .from(reportDrafts)
    .innerJoin(users, eq(users.id, reportDrafts.savedBy))
    .where(eq(reportDrafts.studyId, studyId))
  return row ?? null
}

/** Returns the names of accounts, in the order of their ids. */
export async function listWriters(db: Db, userIds: readonly string[]): Promise<{ userId: string; name: string }[]> {
  const found = await db
    .select({ userId: users.id, name: users.fullName })
    .from(users)
    .where(inArray(users.id, [...userIds]))
  return userIds.flatMap((id) => found.filter(({ userId }) => userId === id))
}

type NewText = Omit<typeof reportDrafts.$inferInsert, 'revision' | 'savedAt'>

/** Stores the draft as its next revision. The first one follows the last one of the draft before. */
export async function storeDraft(tx: Tx<'study'>, text: NewText): Promise<DraftRow> {
  const { studyId, instancesHash, reportVersion, ...changes } = text
  const ended = sql`(select ${reportHolds.endedRevision} from ${reportHolds} where ${reportHolds.studyId} = ${studyId})`
  const [row] = await tx
    .insert(reportDrafts)
    .values({ ...text, revision: sql`coalesce(${ended}, 0) + 1` })
    .onConflictDoUpdate({
      target: reportDrafts.studyId,
      set: { ...changes, revision: sql`${reportDrafts.revision} + 1`, savedAt: sql`now()` },
    })
    .returning()
  if (!row) throw new Error('the draft was not stored')
  return row
}

/** The images of the draft, if there is one, are not there any more: those that have their ids are others. */
export async function forgetImagesOfDraft(tx: Tx<'study'>, studyId: string): Promise<void> {
  await tx.update(reportDrafts).set({ instancesHash: null }).where(eq(reportDrafts.studyId, studyId))
}

export async function markDrafted(tx: Tx, studyId: string): Promise<void> {
  await tx.update(reportDrafts).set({ draftedAt: sql`now()` }).where(eq(reportDrafts.studyId, studyId))
}

/** Ends the draft, if there is one. The next one continues its revisions. */
export async function deleteDraft(tx: Tx<'study'>, studyId: string): Promise<void> {
  const [ended] = await tx
    .delete(reportDrafts)
    .where(eq(reportDrafts.studyId, studyId))
    .returning({ endedRevision: reportDrafts.revision })
  if (ended) await tx.update(reportHolds).set(ended).where(eq(reportHolds.studyId, studyId))
}

const asker = alias(users, 'asker')

/** The current writer of the study's report, or null. */
export async function findHold(
  db: Db,
  studyId: string,
): Promise<{ hold: HoldRow; userName: string; askedBy: string | null } | null> {
  const [row] = await db
    .select({ hold: reportHolds, userName: users.fullName, askedBy: asker.fullName })
    .from(reportHolds)
    .innerJoin(users, eq(users.id, reportHolds.userId))
    .leftJoin(asker, and(eq(asker.id, reportHolds.askedBy), sql`${reportHolds.askedAt} > now() - interval '1 minute'`))
    .where(and(eq(reportHolds.studyId, studyId), sql`${reportHolds.leaseUntil} > now()`))
  return row ?? null
}

/** Returns true if a session has a report open for writing. */
export async function isWritingReport(db: Db, sessionId: string): Promise<boolean> {
  const isHeld = and(eq(reportHolds.sessionId, sessionId), sql`${reportHolds.leaseUntil} > now()`)
  return (await db.select({ studyId: reportHolds.studyId }).from(reportHolds).where(isHeld).limit(1)).length > 0
}

/** The window writes from now on: what any earlier one sends is refused. */
export async function takeHold(
  tx: Tx<'study'>,
  holder: Pick<HoldRow, 'studyId' | 'userId' | 'sessionId' | 'windowId'>,
): Promise<HoldRow> {
  const { studyId, ...whose } = holder
  const [row] = await tx
    .insert(reportHolds)
    .values({ ...holder, fence: 1, leaseUntil: lease })
    .onConflictDoUpdate({
      target: reportHolds.studyId,
      set: {
        ...whose,
        fence: sql`${reportHolds.fence} + 1`,
        heldSince: sql`now()`,
        leaseUntil: lease,
        askedBy: null,
        askedAt: null,
      },
    })
    .returning()
  if (!row) throw new Error('the hold was not stored')
  return row
}

/** Notes who asks to write the report instead. */
export async function noteAsked(tx: Tx<'study'>, { studyId, askedBy }: { studyId: string; askedBy: string }): Promise<void> {
  await tx.update(reportHolds).set({ askedBy, askedAt: sql`now()` }).where(eq(reportHolds.studyId, studyId))
}

/** Renews the hold of the window that already writes. */
export async function renewHold(tx: Tx, { studyId, sessionId }: Pick<HoldRow, 'studyId' | 'sessionId'>): Promise<HoldRow> {
  const [row] = await tx
    .update(reportHolds)
    .set({ sessionId, leaseUntil: lease })
    .where(eq(reportHolds.studyId, studyId))
    .returning()
  if (!row) throw new Error('the hold was not there')
  return row
}

/** Nobody writes any more, and what was sent before is refused. */
export async function endHold(tx: Tx, studyId: string): Promise<void> {
  await tx
    .update(reportHolds)
    .set({ fence: sql`${reportHolds.fence} + 1`, leaseUntil: sql`now()` })
    .where(eq(reportHolds.studyId, studyId))
}
