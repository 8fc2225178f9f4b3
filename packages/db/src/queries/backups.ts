import type { Db } from '../client.ts'
import { backups } from '../schema/system.ts'

export type Backup = Omit<typeof backups.$inferInsert, 'id' | 'finishedAt'>

/** Notes a backup that has just ended. Answers its id. */
export async function insertBackup(db: Db, backup: Backup): Promise<string> {
  const [row] = await db.insert(backups).values(backup).returning({ id: backups.id })
  if (!row) throw new Error('the backup was not noted')
  return row.id
}
