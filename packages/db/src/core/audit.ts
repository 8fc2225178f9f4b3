import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import { sql } from 'drizzle-orm'
import { auditLog } from './audit.schema.ts'
import { type Db, plannedOnce } from './client.ts'

export type AuditEntry = {
  action: AuditAction
  target?: { type: string; id: string }
  details?: Record<string, unknown>
}

export type AuditActor = { userId: string | null; address: string }

/** Appends to the audit log, in the transaction of the change itself. `actor` null: nobody is signed in yet. */
export async function audit(tx: Db, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await auditEach(tx, actor, [entry])
}

/** Appends entries, whose values `auditValues` returns. For statements that do something else too. */
export const auditAppend = sql`insert into ${auditLog} (actor_user_id, address, action, target_type, target_id, details)
  select ${sql.placeholder('userId')}::uuid, ${sql.placeholder('address')}, action, target_type, target_id, details
  from jsonb_to_recordset(${sql.placeholder('entries')}::jsonb) entry(action text, target_type text, target_id text, details jsonb)`

/** Most transactions wait for it. */
const appending = plannedOnce('append_audit', auditAppend)

/** Returns the values of `auditAppend`. */
export function auditValues({ userId, address }: AuditActor, entries: readonly AuditEntry[]): Record<string, unknown> {
  const rows = entries.map(({ action, target, details = {} }) => ({
    action,
    target_type: target?.type,
    target_id: target?.id,
    details,
  }))
  return { userId, address, entries: JSON.stringify(rows) }
}

/** As `audit`, several entries in one statement. */
export async function auditEach(tx: Db, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void> {
  await appending(tx, auditValues(actor, entries))
}
