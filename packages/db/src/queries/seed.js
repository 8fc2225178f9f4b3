import { and, eq, sql } from 'drizzle-orm'
import { emitLive } from '../outbox.js'
import { users } from '../schema/accounts.js'
import { studies } from '../schema/studies.js'
import { auditLog } from '../schema/system.js'
/** Lets one program at a time, until the transaction ends, decide which first accounts the system gets. */
export async function lockFirstAccounts(tx) {
  await tx.execute(sql`select pg_advisory_xact_lock(7266103)`)
}
export async function countUsers(tx) {
  return tx.$count(users)
}
export async function hasAdministrator(tx) {
  return (await tx.$count(users, eq(users.role, 'admin'))) > 0
}
/** When something first happened to a system-wide thing that is no row, by the audit log; null where it has not. */
export async function findFirstAudited(db, targetType, action) {
  const [row] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.action, action)))
    .orderBy(auditLog.id)
    .limit(1)
  return row?.at ?? null
}
/** Answers false where the study has this priority already. */
export async function setStudyPriority(tx, studyId, priority) {
  const rows = await tx
    .update(studies)
    .set({ priority, updatedAt: sql`now()` })
    .where(and(eq(studies.id, studyId), sql`${studies.priority} <> ${priority}`))
    .returning({ id: studies.id })
  if (rows.length > 0) await emitLive(tx, { type: 'study.changed', studyId, formerDoctorIds: [] })
  return rows.length > 0
}
//# sourceMappingURL=seed.js.map
