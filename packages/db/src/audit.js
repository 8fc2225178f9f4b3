import { auditLog } from './schema/system.js'
/** Appends to the audit log, in the transaction of the change itself. `actor` null: nobody is signed in yet. */
export async function audit(tx, actor, entry) {
  await tx.insert(auditLog).values({
    actorUserId: actor.userId,
    address: actor.address,
    action: entry.action,
    targetType: entry.target?.type ?? null,
    targetId: entry.target?.id ?? null,
    details: entry.details ?? {},
  })
}
//# sourceMappingURL=audit.js.map
