import { dashboardPaths } from '@readroom/contracts/core/permissions'
import type { Db } from '@readroom/db/core/client'
import { findAskedStudy, findNoticedStudy, listNoticeReceivers } from '@readroom/db/studies/study-notices'
import { type JobPayload, type JobRun, type NoticeReceiver, type StudyNotice, studyNotices } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from './study-words.ts'

type Words = {
  /** Finds the study of a notice that is about something else. Null if that counts no longer. */
  findStudy?: (db: Db, id: string) => Promise<string | null>
  subject: string
  /** Names the study by words without patient data. */
  said: (study: string) => string
  /** The sentence above the link. */
  todo: string
  /** The dialog that the link opens. */
  dialog: 'discussion' | 'marks'
}

/** The words of the emails about a study. None of them names a patient. */
const noticeWords: Record<StudyNotice, Words> = {
  question: {
    findStudy: findAskedStudy,
    subject: 'A doctor has a question about a study',
    said: (study) => `A doctor has a question about ${study}. The report waits for your answer.`,
    todo: 'Sign in to read the question and answer it:',
    dialog: 'discussion',
  },
}

const dashboards: Record<NoticeReceiver, string> = {
  laboratory: dashboardPaths.lab_staff,
  doctors: dashboardPaths.doctor_account,
  administrators: dashboardPaths.admin,
}

function studyNotice(portal: Portal, notice: StudyNotice, { studyId, ...study }: NamedStudy): Message {
  const { subject, said, todo, dialog } = noticeWords[notice]
  const path = `${dashboards[studyNotices[notice]]}?dialog=${dialog}&study=${studyId}`
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    todo,
    { Address: new URL(path, portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

/** Sends an email about a study to one of its receivers, unless they are none any more. */
export async function sendStudyNotice(
  { database: { db }, mailer, portal }: MailContext,
  { notice, id, to }: JobPayload<'study-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const { findStudy } = noticeWords[notice]
  const studyId = findStudy ? await findStudy(db, id) : id
  const study = studyId === null ? null : await findNoticedStudy(db, studyId)
  if (study === null) return
  const receivers = await listNoticeReceivers(db, studyNotices[notice], study.studyId)
  const receiver = receivers.find((one) => one.to === to)
  if (receiver) await mailer.send(receiver, studyNotice(portal, notice, study), signal)
}
