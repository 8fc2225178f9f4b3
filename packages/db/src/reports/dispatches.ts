import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import type { Db } from '../core/client.ts'
import { type Before, type Taken, taken } from '../core/locks.ts'
import { reportDispatches } from './dispatches.schema.ts'
import { standingReports } from './reports.schema.ts'

export async function insertDispatch(tx: Db, dispatch: typeof reportDispatches.$inferInsert): Promise<void> {
  await tx.insert(reportDispatches).values(dispatch)
}

/** The recipient of a batch and the number of its reports that still count; null if it is mailed, or nothing of it counts. */
export async function findDispatchMail(db: Db, batchId: string) {
  const { email, recipientName } = reportDispatches
  const [row] = await db
    .select({ email, recipientName, reports: count() })
    .from(reportDispatches)
    .innerJoin(standingReports, eq(standingReports.id, reportDispatches.reportId))
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt)))
    .groupBy(email, recipientName)
  return row ?? null
}

function selectImageDispatches(db: Db, batchId: string) {
  const { id, studyId, shareLinkId, dispatchedBy } = reportDispatches
  const canSignIn = sql<boolean>`${users.isActive} and ${users.deletedAt} is null and ${users.role} = 'admin'`
  return db
    .select({ id, studyId, shareLinkId, dispatchedBy, canSignIn })
    .from(reportDispatches)
    .innerJoin(users, eq(users.id, dispatchedBy))
    .innerJoin(standingReports, eq(standingReports.id, reportDispatches.reportId))
    .where(and(eq(reportDispatches.batchId, batchId), eq(reportDispatches.withImages, true), isNull(reportDispatches.mailedAt)))
    .orderBy(studyId)
}

export type ImageDispatch = Awaited<ReturnType<typeof selectImageDispatches>>[number]

/** Returns the studies of a batch to be mailed with a link to their images, and whether the sender could sign in now. */
export async function listImageDispatches(db: Db, batchId: string): Promise<ImageDispatch[]> {
  return selectImageDispatches(db, batchId)
}

/** Returns what `listImageDispatches` returns. Locks it: no other run takes it meanwhile. */
export async function lockImageDispatches<T extends Before<'dispatch'>>(
  tx: T,
  batchId: string,
): Promise<Taken<T, 'dispatch', ImageDispatch[]>> {
  return taken(tx, 'dispatch', await selectImageDispatches(tx, batchId).for('update', { of: reportDispatches }))
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
