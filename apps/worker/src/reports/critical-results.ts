import type { CriticalCategory } from '@readroom/contracts/reports/critical-results'
import { findCriticalNotice } from '@readroom/db/reports/critical-results'
import { remindOfCriticals } from '@readroom/domain/reports/critical-results'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext, MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from '../studies/study-words.ts'

type Critical = Omit<NamedStudy, 'studyId'> & { category: CriticalCategory }

const urgency: Record<CriticalCategory, string> = {
  1: 'Take notice of it within minutes.',
  2: 'Take notice of it within hours.',
  3: 'Take notice of it within days.',
}

/** Names neither patient nor finding. */
function criticalNotice(portal: Portal, { category, ...study }: Critical): Message {
  return write(portal, { fullName: null, subject: `Critical result, category ${category}`, own: 'critical' }, [
    `Critical result in ${studyWords(study)}. ${urgency[category]}`,
    'Sign in, read it and acknowledge it by name. This email repeats until someone does.',
    { Address: loginUrl(portal) },
  ])
}

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
