import type { AuditAction } from '@readroom/contracts/core/audit-actions'
import { and, eq, gte, sql } from 'drizzle-orm'
import { auditLog } from '../core/audit.schema.ts'
import type { Db } from '../core/client.ts'

type Reading = { clientId: string; studyId: string; action: AuditAction; since: Date }

/** Returns true if the audit log has it since then that the client read the study's images. */
export async function hasReadImages(db: Db, { clientId, studyId, action, since }: Reading): Promise<boolean> {
  const [row] = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetType, 'study'),
        eq(auditLog.targetId, studyId),
        gte(auditLog.at, since),
        eq(auditLog.action, action),
        sql`${auditLog.details}->>'clientId' = ${clientId}`,
      ),
    )
    .limit(1)
  return row !== undefined
}
