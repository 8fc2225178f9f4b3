import { findCriticalNotice } from '@readroom/db/reports/critical-results'
import { remindOfCriticals } from '@readroom/domain/reports/critical-results'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext, MailContext } from '../core/jobs/context.ts'
import { criticalNotice } from '../core/mail/messages.ts'

/** Tells somebody of a laboratory of a critical result, as long as nobody has acknowledged it. */
export async function sendCriticalNotice(
  { database, mailer, portal }: MailContext,
  { resultId, to }: JobPayload<'critical-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findCriticalNotice(database.db, resultId)
  if (!notice) return
  const told = notice.recipients.filter((recipient) => recipient.to === to)
  for (const { email } of told) await mailer.send({ email, fullName: notice.labName }, criticalNotice(portal, notice), signal)
}

/** Laboratories are told again of what they have not acknowledged. */
export async function remindOfCriticalResults({ database }: Pick<JobsContext, 'database'>): Promise<void> {
  await database.db.transaction(remindOfCriticals)
}
