import { desc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import { auditLog } from '../core/audit.schema.ts'
import type { Db } from '../core/client.ts'
import { backups } from './backups.schema.ts'

export type Backup = Omit<typeof backups.$inferInsert, 'id' | 'finishedAt'>

/** Notes a backup that has just ended. Returns its id. */
export async function insertBackup(db: Db, backup: Backup): Promise<string> {
  const [row] = await db.insert(backups).values(backup).returning({ id: backups.id })
  if (!row) throw new Error('the backup was not noted')
  return row.id
}

/** The newest backup that is whole, and the newest of all, which may have failed. `isOld`: it began more than `oldAfterHours` ago. */
export async function readLastBackups(db: Db, oldAfterHours: number) {
  const newest = async (where?: SQL) => {
    const [row] = await db
      .select({
        startedAt: backups.startedAt,
        finishedAt: backups.finishedAt,
        failure: backups.failure,
        sizeBytes: backups.sizeBytes,
        unreadable: backups.unreadable,
        isOld: sql<boolean>`${backups.startedAt} < now() - make_interval(hours => ${oldAfterHours})`,
      })
      .from(backups)
      .where(where)
      .orderBy(desc(backups.finishedAt))
      .limit(1)
    return row
  }
  return { last: await newest(), whole: await newest(isNull(backups.failure)) }
}

/** Returns when a backup was last checked without a difference, by the audit log; null if never. */
export async function findLastVerification(db: Db): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(auditLog.at) })
    .from(auditLog)
    .where(eq(auditLog.action, 'backup.verified'))
  return row?.at ?? null
}
