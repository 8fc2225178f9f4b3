import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import { sql } from 'drizzle-orm'
import { type Db, plannedOnce } from './client.ts'
import { auditLog } from './system.schema.ts'

export type AuditEntry = {
  action: AuditAction
  target?: { type: string; id: string }
  details?: Record<string, unknown>
}

type AuditActor = { userId: string | null; address: string }

/** Appends to the audit log, in the transaction of the change itself. `actor` null: nobody is signed in yet. */
export async function audit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await auditEach(tx, actor, [entry])
}

/** Most transactions wait for it. */
const appending = plannedOnce(
  'append_audit',
  sql`insert into ${auditLog} (actor_user_id, address, action, target_type, target_id, details)
    select ${sql.placeholder('userId')}::uuid, ${sql.placeholder('address')}, action, target_type, target_id, details
    from jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) entry(action text, target_type text, target_id text, details jsonb)`,
)

/** As `audit`, several entries in one statement. */
export async function auditEach(tx: Db, { userId, address }: AuditActor, entries: readonly AuditEntry[]): Promise<void> {
  const rows = entries.map(({ action, target, details = {} }) => ({
    action,
    target_type: target?.type,
    target_id: target?.id,
    details,
  }))
  await appending(tx, { userId, address, entries: JSON.stringify(rows) })
}
