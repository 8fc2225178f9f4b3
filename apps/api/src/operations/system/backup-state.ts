import type { BackupState } from '@readroom/contracts/operations/system'
import type { Db } from '@readroom/db/core/client'
import { findLastVerification, readLastBackups } from '@readroom/db/operations/backups'

/** Backups are made daily, so one may fail before administrators are warned. */
const BACKUP_OLD_AFTER_HOURS = 48

/** Returns the last complete backup, and the last attempt if it failed. */
export async function readBackupState(db: Db): Promise<BackupState> {
  const verifiedAt = await findLastVerification(db)
  const { last, whole } = await readLastBackups(db, BACKUP_OLD_AFTER_HOURS)
  return {
    last: whole
      ? {
          startedAt: whole.startedAt.toISOString(),
          size: whole.sizeBytes,
          unreadable: whole.unreadable,
          isOld: whole.isOld,
        }
      : null,
    failed: last?.failure == null ? null : { at: last.finishedAt.toISOString(), reason: last.failure },
    verifiedAt: verifiedAt?.toISOString() ?? null,
  }
}
