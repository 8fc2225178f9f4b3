import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Db, Tx } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { reportDispatches } from '../schema/dispatch.ts'
import { reports } from '../schema/reports.ts'

export async function insertDispatch(tx: Db, dispatch: typeof reportDispatches.$inferInsert): Promise<void> {
  await tx.insert(reportDispatches).values(dispatch)
}

/** What a batch holds; empty where there is none. Holds a lock, until the transaction ends, against others who ask for this batch: before studies are locked. */
export async function lockDispatches(tx: Tx, batchId: string): Promise<(typeof reportDispatches.$inferSelect)[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.dispatches}::int, hashtext(${batchId}))`)
  return tx.select().from(reportDispatches).where(eq(reportDispatches.batchId, batchId))
}

/** Whom a batch goes to and how many of its reports still count; null where it is mailed, or nothing of it counts. */
export async function findDispatchMail(db: Db, batchId: string) {
  const { email, recipientName } = reportDispatches
  const [row] = await db
    .select({ email, recipientName, reports: count() })
    .from(reportDispatches)
    .innerJoin(reports, eq(reports.id, reportDispatches.reportId))
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt), isNull(reports.withdrawnAt)))
    .groupBy(email, recipientName)
  return row ?? null
}

/** What of a batch is to be mailed with a link to its images, and whether who sent it could sign in now; no other run takes it meanwhile. */
export async function lockImageDispatches(tx: Db, batchId: string) {
  const { id, studyId, shareLinkId, dispatchedBy } = reportDispatches
  const canSignIn = sql<boolean>`${users.isActive} and ${users.deletedAt} is null and ${users.role} = 'admin'`
  return tx
    .select({ id, studyId, shareLinkId, dispatchedBy, canSignIn })
    .from(reportDispatches)
    .innerJoin(users, eq(users.id, dispatchedBy))
    .innerJoin(reports, eq(reports.id, reportDispatches.reportId))
    .where(
      and(
        eq(reportDispatches.batchId, batchId),
        eq(reportDispatches.withImages, true),
        isNull(reportDispatches.mailedAt),
        isNull(reports.withdrawnAt),
      ),
    )
    .orderBy(studyId)
    .for('update', { of: reportDispatches })
}

/** The links that an unmailed batch has from earlier runs, also of reports that were withdrawn since. */
export async function listUnmailedLinks(db: Db, batchId: string) {
  const { studyId, shareLinkId, dispatchedBy } = reportDispatches
  return db
    .select({ studyId, shareLinkId, dispatchedBy })
    .from(reportDispatches)
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt), isNotNull(shareLinkId)))
}

export async function storeDispatchLink(db: Db, dispatchId: string, shareLinkId: string): Promise<void> {
  await db.update(reportDispatches).set({ shareLinkId }).where(eq(reportDispatches.id, dispatchId))
}

/** Notes that a batch has been mailed: a second run of the job sends nothing. */
export async function markDispatchMailed(db: Db, batchId: string): Promise<void> {
  await db
    .update(reportDispatches)
    .set({ mailedAt: sql`now()` })
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt)))
}
