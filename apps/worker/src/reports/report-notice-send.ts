import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { findNotice } from '@readroom/db/reports/report-receivers'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from '../studies/study-words.ts'

/** The words of a notice to a laboratory, by the kind of report. */
const reportWords: Record<ReportKind | 'withdrawal', { subject: string; said: (study: string) => string }> = {
  original: { subject: 'A report is ready in Readroom', said: (study) => `A report of ${study}, is ready.` },
  addendum: {
    subject: 'An addendum to a report is ready in Readroom',
    said: (study) => `An addendum was added to a report of ${study}. Earlier downloads do not contain it.`,
  },
  correction: {
    subject: 'A report was corrected in Readroom',
    said: (study) => `A report of ${study}, was corrected. Earlier downloads are out of date.`,
  },
  withdrawal: {
    subject: 'A report was withdrawn in Readroom',
    said: (study) => `A report of ${study}, was withdrawn. Do not use earlier downloads.`,
  },
}

type Noticed = NamedStudy & { kind: ReportKind | null; isWithdrawal: boolean }

/** Names no patient. `kind` null: it was uploaded. */
export function reportNotice(portal: Portal, { studyId, kind, isWithdrawal, ...study }: Noticed): Message {
  const { subject, said } = reportWords[isWithdrawal ? 'withdrawal' : (kind ?? 'original')]
  const address = kind === null ? `/lab/dashboard?dialog=reports&study=${studyId}` : `/studies/${studyId}/report`
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    { Address: new URL(address, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}

/** Tells a laboratory that a report of it is final, was amended, or was withdrawn. Nothing if that is out of date, or it wants no emails. */
export async function sendReportNotice(
  { database, mailer, portal }: MailContext,
  news: JobPayload<'report-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findNotice(database.db, news)
  if (!notice) return
  await mailer.send({ email: notice.email, fullName: notice.labName }, reportNotice(portal, { ...notice, ...news }), signal)
}
