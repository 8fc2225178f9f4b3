import type { Priority } from '@readroom/contracts/primitives'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { emitLive } from '../outbox.ts'
import { users } from '../schema/accounts.ts'
import { studies } from '../schema/studies.ts'
import { auditLog } from '../schema/system.ts'

/** Lets one program at a time, until the transaction ends, decide which first accounts the system gets. */
export async function lockFirstAccounts(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(7266103)`)
}

export async function countUsers(tx: Db): Promise<number> {
  return tx.$count(users)
}

export async function hasAdministrator(tx: Db): Promise<boolean> {
  return (await tx.$count(users, eq(users.role, 'admin'))) > 0
}

/** When something first happened to a system-wide thing that is no row, by the audit log; null where it has not. */
export async function findFirstAudited(db: Db, targetType: string, action: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.action, action)))
    .orderBy(auditLog.id)
    .limit(1)
  return row?.at ?? null
}

/** Answers false where the study has this priority already. */
export async function setStudyPriority(tx: Db, studyId: string, priority: Priority): Promise<boolean> {
  const rows = await tx
    .update(studies)
    .set({ priority, updatedAt: sql`now()` })
    .where(and(eq(studies.id, studyId), sql`${studies.priority} <> ${priority}`))
    .returning({ id: studies.id })
  if (rows.length > 0) await emitLive(tx, { type: 'study.changed', studyId, formerDoctorIds: [] })
  return rows.length > 0
}
