import { findQuestionNotice } from '@readroom/db/studies/question-notices'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from './study-words.ts'

/** Names neither patient nor question. */
function questionNotice(portal: Portal, { studyId, ...study }: NamedStudy): Message {
  return write(portal, { fullName: null, subject: 'A doctor has a question about a study', own: 'report' }, [
    `A doctor has a question about ${studyWords(study)}. The report waits for your answer.`,
    'Sign in to read the question and answer it:',
    { Address: new URL(`/lab/dashboard?dialog=discussion&study=${studyId}`, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

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
