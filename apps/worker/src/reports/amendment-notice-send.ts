import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { findAmendment } from '@readroom/db/reports/report-receivers'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from '../studies/study-words.ts'

/** The words of a notice to a holder of an earlier report, by the kind of the newer one. */
const amendmentWords: Record<ReportKind | 'withdrawal', { subject: string; said: (study: string) => string }> = {
  original: {
    subject: 'A report that you have was replaced',
    said: (study) => `You have a report of ${study}. There is a newer report. Your copy is out of date.`,
  },
  addendum: {
    subject: 'An addendum to a report that you have',
    said: (study) => `You have a report of ${study}. An addendum was added. Your copy does not contain it.`,
  },
  correction: {
    subject: 'A report that you have was corrected',
    said: (study) => `You have a report of ${study}. It was corrected. Your copy is out of date.`,
  },
  withdrawal: {
    subject: 'A report that you have was withdrawn',
    said: (study) => `You have a report of ${study}. It was withdrawn. Do not use your copy.`,
  },
}

type Amended = NamedStudy & { kind: ReportKind | null; isWithdrawal: boolean; fullName: string | null }

/** Names no patient. `kind` null: the newer one was uploaded. */
export function amendmentNotice(portal: Portal, { fullName, kind, isWithdrawal, ...study }: Amended): Message {
  const { subject, said } = amendmentWords[isWithdrawal ? 'withdrawal' : (kind ?? 'original')]
  return write(portal, { fullName, subject, own: 'report' }, [
    said(studyWords(study)),
    isWithdrawal ? 'Sign in to see the study:' : 'Sign in to read the new report:',
    { Address: kind === null ? loginUrl(portal) : new URL(`/studies/${study.studyId}/report`, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

/** Tells somebody that a report which they have was amended or withdrawn. Nothing if that is out of date, or they no longer see the study. */
export async function sendAmendmentNotice(
  { database, mailer, portal }: MailContext,
  { receiver, ...news }: JobPayload<'amendment-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const found = await findAmendment(database.db, news, receiver)
  if (!found) return
  const { email, fullName } = found
  await mailer.send({ email, fullName: fullName ?? '' }, amendmentNotice(portal, { ...found, ...news }), signal)
}
