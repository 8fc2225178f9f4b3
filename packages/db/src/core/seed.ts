import { and, eq, sql } from 'drizzle-orm'
import { users } from '../access/accounts.schema.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { auditLog } from './audit.schema.ts'
import type { Db } from './client.ts'

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

/** Returns the time of the first event about a system-wide target that has no row, by the audit log; null if there is none. */
export async function findFirstAudited(db: Db, targetType: string, action: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: auditLog.at })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.action, action)))
    .orderBy(auditLog.id)
    .limit(1)
  return row?.at ?? null
}
