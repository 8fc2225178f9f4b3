import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { findNotice } from '@readroom/db/reports/reports'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from '../studies/study-words.ts'

/** The words of a notice to a laboratory, by the kind of report. */
const reportWords: Record<ReportKind, { subject: string; said: (study: string) => string }> = {
  original: { subject: 'A report is ready in Readroom', said: (study) => `A report of ${study}, is ready.` },
  addendum: {
    subject: 'An addendum to a report is ready in Readroom',
    said: (study) => `An addendum was added to a report of ${study}. Earlier downloads do not contain it.`,
  },
  correction: {
    subject: 'A report was corrected in Readroom',
    said: (study) => `A report of ${study}, was corrected. Earlier downloads are out of date.`,
  },
}

/** Names no patient. `kind` null: it was uploaded. */
export function reportNotice(portal: Portal, { studyId, kind, ...study }: NamedStudy & { kind: ReportKind | null }): Message {
  const { subject, said } = reportWords[kind ?? 'original']
  const address = kind === null ? `/lab/dashboard?dialog=reports&study=${studyId}` : `/studies/${studyId}/report`
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    { Address: new URL(address, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}

/** Tells a laboratory that a report of it is final, or was amended. Nothing if it counts no longer, or nobody wants to know any more. */
export async function sendReportNotice(
  { database, mailer, portal }: MailContext,
  { reportId }: JobPayload<'report-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const notice = await findNotice(database.db, reportId)
  if (!notice) return
  await mailer.send({ email: notice.email, fullName: notice.labName }, reportNotice(portal, notice), signal)
}
