import { asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { intakeCursor, intakeFailures } from '../schema/system.js'

const cursorRow = eq(intakeCursor.id, 1)
/**
 * Locks the intake for the transaction's length and answers the last change taken in. Whatever writes what the archive says holds this lock,
 * so that workers take turns and no older answer overwrites a newer one. A worker that froze loses the lock after a minute.
 */
export async function lockIntake(tx) {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
  const [row] = await tx.select({ last: intakeCursor.last }).from(intakeCursor).where(cursorRow).for('update')
  if (!row) throw new Error('the intake cursor is missing')
  return row.last
}
export async function moveCursor(tx, last) {
  await tx.update(intakeCursor).set({ last, updatedAt: sql`now()` }).where(cursorRow)
}
/** Notes a study that could not be taken in; it is tried again after 4 s, 8 s, and so on up to an hour. `reason` holds no patient data. */
export async function recordFailure(tx, orthancId, reason) {
  const after = (attempts) => sql`now() + make_interval(secs => least(3600, 2 * 2 ^ least(${attempts}, 12)))`
  await tx
    .insert(intakeFailures)
    .values({ orthancId, reason, nextAttemptAt: after(sql`1`) })
    .onConflictDoUpdate({
      target: intakeFailures.orthancId,
      set: { reason, attempts: sql`${intakeFailures.attempts} + 1`, nextAttemptAt: after(sql`${intakeFailures.attempts} + 1`) },
    })
}
export async function clearFailure(tx, orthancId) {
  await tx.delete(intakeFailures).where(eq(intakeFailures.orthancId, orthancId))
}
/** Orthanc ids of failed studies whose next attempt is due. */
export async function listDueFailures(db, limit) {
  const rows = await db
    .select({ orthancId: intakeFailures.orthancId })
    .from(intakeFailures)
    .where(lte(intakeFailures.nextAttemptAt, sql`now()`))
    .orderBy(asc(intakeFailures.nextAttemptAt))
    .limit(limit)
  return rows.map(({ orthancId }) => orthancId)
}
/** Which of these studies wait for another attempt. */
export async function listFailed(db, orthancIds) {
  const rows = await db
    .select({ orthancId: intakeFailures.orthancId })
    .from(intakeFailures)
    .where(inArray(intakeFailures.orthancId, orthancIds))
  return new Set(rows.map(({ orthancId }) => orthancId))
}
//# sourceMappingURL=intake.js.map
