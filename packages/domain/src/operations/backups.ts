import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { type Backup, insertBackup } from '@readroom/db/operations/backups'
import {
  endAllAccess,
  expireAllExports,
  expireAllZips,
  type LiveLink,
  listLiveLinks,
  placeCursor,
  renewWorklists,
  revokeAllLinks,
} from '@readroom/db/operations/restore'
import { bySystem } from '../access/first-accounts.ts'

/** Records that everything was copied, or that it could not be. `failure` holds no patient data. */
export async function recordBackup(tx: Tx, backup: Backup): Promise<void> {
  const id = await insertBackup(tx, backup)
  const { startedAt, failure, ...counts } = backup
  const action = failure ? 'backup.failed' : 'backup.made'
  await audit(tx, bySystem, { action, target: { type: 'backup', id }, details: failure ? { failure } : counts })
}

/** `lastChange`: of the archive, as it is now. */
export type Restoring = { lastChange: number; keepShareLinks: boolean }

/**
 * Makes of a database that was just filled from a copy one that can be used: everybody is signed out, share links end unless they are kept, and the
 * intake goes on where the archive is. Returns the links that work afterwards.
 */
export async function settleRestored(tx: Tx, { lastChange, keepShareLinks }: Restoring): Promise<LiveLink[]> {
  await endAllAccess(tx)
  if (!keepShareLinks) await revokeAllLinks(tx)
  await expireAllZips(tx)
  await expireAllExports(tx)
  await renewWorklists(tx)
  await placeCursor(tx, lastChange)
  return listLiveLinks(tx)
}

/** Records in the audit log the backup that was restored. */
export async function recordRestore(tx: Tx, details: { backupOf: string; shareLinks: number }): Promise<void> {
  await audit(tx, bySystem, { action: 'backup.restored', target: { type: 'system', id: 'readroom' }, details })
}

/** Records in the audit log that every file of a backup was read and found whole. `backup` is the name of its folder. */
export async function recordVerifiedBackup(tx: Tx, details: { backup: string; files: number }): Promise<void> {
  await audit(tx, bySystem, { action: 'backup.verified', target: { type: 'system', id: 'readroom' }, details })
}
