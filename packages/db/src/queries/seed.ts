import { and, eq, sql } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Db } from '../client.ts'
import { users } from '../schema/accounts.ts'
import { auditLog } from '../schema/system.ts'

/** Lets one program at a time, until the transaction ends, decide which first accounts the system gets. */
export async function lockFirstAccounts(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.firstAccounts})`)
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
