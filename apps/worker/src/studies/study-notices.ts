import type { Db } from '@readroom/db/core/client'
import { findAskedStudy, findNoticeReceiver } from '@readroom/db/studies/study-notices'
import type { JobPayload, JobRun, StudyNotice } from '@readroom/jobs/jobs'
import type { MailContext } from '../core/jobs/context.ts'
import { type Message, type Portal, support, write } from '../core/mail/messages.ts'
import { type NamedStudy, studyWords } from './study-words.ts'

type Noticed = NamedStudy & { email: string }

type Words = {
  /** Finds the study of a notice that is about something else. Null if that counts no longer. */
  findStudy?: (db: Db, id: string) => Promise<string | null>
  subject: string
  /** Names the study by words without patient data. */
  said: (study: string) => string
  /** The sentence above the link. */
  todo: string
  path: (studyId: string) => string
}

/** The emails to the contact of a study's laboratory. None of them names a patient. */
const studyNotices: Record<StudyNotice, Words> = {
  question: {
    findStudy: findAskedStudy,
    subject: 'A doctor has a question about a study',
    said: (study) => `A doctor has a question about ${study}. The report waits for your answer.`,
    todo: 'Sign in to read the question and answer it:',
    path: (studyId) => `/lab/dashboard?dialog=discussion&study=${studyId}`,
  },
}

function studyNotice(portal: Portal, { subject, said, todo, path }: Words, { studyId, ...study }: Noticed): Message {
  return write(portal, { fullName: null, subject, own: 'report' }, [
    said(studyWords(study)),
    todo,
    { Address: new URL(path(studyId), portal.publicUrl).href },
    `To protect patients, this email contains no patient data. If you did not expect it, contact ${support(portal)}.`,
  ])
}

/** Sends one of `studyNotices`. */
export async function sendStudyNotice(
  { database, mailer, portal }: MailContext,
  { notice, id }: JobPayload<'study-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const words = studyNotices[notice]
  const studyId = words.findStudy ? await words.findStudy(database.db, id) : id
  const found = studyId === null ? null : await findNoticeReceiver(database.db, studyId)
  if (found) await mailer.send({ email: found.email, fullName: found.labName }, studyNotice(portal, words, found), signal)
}
