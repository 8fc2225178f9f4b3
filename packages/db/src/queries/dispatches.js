import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { emitJob } from '../outbox.js'
import { reportDispatches } from '../schema/dispatch.js'
import { reports } from '../schema/studies.js'
export async function insertDispatch(tx, dispatch) {
  await tx.insert(reportDispatches).values(dispatch)
}
/** Queues the one mail of a batch. Whom it goes to stays in the database. */
export async function requestDispatchMail(tx, batchId) {
  await emitJob(tx, 'dispatch.send', { v: 1, batchId })
}
/** Whom a batch goes to and how many of its reports still count; null where it is mailed, or nothing of it counts. */
export async function findDispatchMail(db, batchId) {
  const { email, recipientName } = reportDispatches
  const [row] = await db
    .select({ email, recipientName, reports: count() })
    .from(reportDispatches)
    .innerJoin(reports, eq(reports.id, reportDispatches.reportId))
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt), isNull(reports.withdrawnAt)))
    .groupBy(email, recipientName)
  return row ?? null
}
/** Notes that a batch has been mailed: a second run of the job sends nothing. */
export async function markDispatchMailed(db, batchId) {
  await db
    .update(reportDispatches)
    .set({ mailedAt: sql`now()` })
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt)))
}
//# sourceMappingURL=dispatches.js.map
