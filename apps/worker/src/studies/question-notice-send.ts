import { findQuestionNotice } from '@readroom/db/studies/question-notices'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { questionNotice } from '../core/mail/messages.ts'

/** Tells the contact of a laboratory that a doctor has a question. Nothing if it was answered meanwhile, or nobody is to be told. */
export async function sendQuestionNotice(
  { database, mailer, portal }: MailContext,
  { commentId }: JobPayload<'question-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findQuestionNotice(database.db, commentId)
  if (!notice) return
  await mailer.send({ email: notice.email, fullName: notice.labName }, questionNotice(portal, notice), signal)
}
