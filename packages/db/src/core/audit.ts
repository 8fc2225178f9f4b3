import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import type { Db } from './client.ts'
import { auditLog } from './system.schema.ts'

export type AuditEntry = {
  action: AuditAction
  target?: { type: string; id: string }
  details?: Record<string, unknown>
}

/** Appends to the audit log, in the transaction of the change itself. `actor` null: nobody is signed in yet. */
export async function audit(tx: Db, actor: { userId: string | null; address: string }, entry: AuditEntry) {
  await tx.insert(auditLog).values({
    actorUserId: actor.userId,
    address: actor.address,
    action: entry.action,
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    details: entry.details ?? {},
  })
}
