import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { reportDispatches } from '../schema/dispatch.ts'
import { reports } from '../schema/studies.ts'

export async function insertDispatch(tx: Db, dispatch: typeof reportDispatches.$inferInsert): Promise<void> {
  await tx.insert(reportDispatches).values(dispatch)
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

/** Notes that a batch has been mailed: a second run of the job sends nothing. */
export async function markDispatchMailed(db: Db, batchId: string): Promise<void> {
  await db
    .update(reportDispatches)
    .set({ mailedAt: sql`now()` })
    .where(and(eq(reportDispatches.batchId, batchId), isNull(reportDispatches.mailedAt)))
}
