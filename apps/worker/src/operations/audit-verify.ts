import { isAuditCheckDue } from '@readroom/db/operations/audit-check'
import { runAuditCheck } from '@readroom/domain/operations/audit-check'
import type { JobsContext } from '../core/jobs/context.ts'
import { listNotedHeads } from './audit-heads.ts'

/** Looks whether anything in the audit log was changed, removed or cut off; administrators see on their page how it ended. */
export async function verifyAudit({ patientDatabase, storage, log }: JobsContext): Promise<void> {
  // Also comes with every worker that starts.
  if (!(await isAuditCheckDue(patientDatabase.db))) return
  const { entries, fault } = await runAuditCheck(patientDatabase.db, await listNotedHeads(storage))
  if (fault) log.error({ entries, fault }, 'the audit log was changed')
  else log.info({ entries }, 'the audit log is whole')
}
