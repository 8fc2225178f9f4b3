import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import type { Db } from './client.ts'
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

/** As `audit`, several entries in one statement. */
export async function auditEach(tx: Db, actor: AuditActor, entries: readonly AuditEntry[]): Promise<void> {
  await tx.insert(auditLog).values(
    entries.map(({ action, target, details = {} }) => ({
      actorUserId: actor.userId,
      address: actor.address,
      action,
      targetType: target?.type ?? null,
      targetId: target?.id ?? null,
      details,
    })),
  )
}
