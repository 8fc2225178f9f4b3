import type { Role } from '@readroom/contracts/core/permissions'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import { findEscalationReader } from '@readroom/db/studies/escalations/escalations'
import { expectNow } from '@readroom/domain/studies/assignments/expected-now'
import { listTrueNotices, tellEscalations } from '@readroom/domain/studies/escalations/escalations'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { z } from 'zod'
import type { JobsContext, MailContext } from '../core/jobs/context.ts'
import { loginUrl, type Message, type Portal, support, write } from '../core/mail/messages.ts'
import type { Paragraph } from '../core/mail/render.ts'
import { timeInWords } from '../core/mail/time-in-words.ts'
import { type NamedStudy, studyWords } from './study-words.ts'

/** A study whose report is due or late. Instants by the clinic's clock. */
type Escalated = Omit<NamedStudy, 'labName'> & {
  labName: string | null
  step: EscalationStep
  /** When anybody could have read it at the earliest. Null: not known, or of no matter at this step. */
  earliestAt: Date | null
  readyAt: Date | null
  dueAt: Date | null
}
/** `role` null: an address without an account. `zone`: IANA name of the clinic's zone. */
type EscalationNotice = { fullName: string | null; role: Role | null; zone: string; studies: readonly Escalated[] }

const escalationSubjects: Record<EscalationStep, string> = {
  warning: 'A report is due soon',
  misplaced: 'A study needs another doctor',
  unopened: 'An emergency is waiting',
  deadline: 'A report is late',
  overdue: 'A report is long overdue',
}

/** The sentence about a study at each step. */
const escalationWords: Record<EscalationStep, (due: string, ready: string, earliest: string | null) => string> = {
  warning: (due) => `The report is due on ${due}.`,
  misplaced: (due, _ready, earliest) =>
    `The report is due on ${due}. Its doctor does not read it in time.` +
    (earliest ? ` The earliest that anybody could have read it is ${earliest}.` : ''),
  unopened: (_due, ready) => `This emergency has been ready since ${ready}. Nobody has opened it.`,
  deadline: (due) => `The report was due on ${due}.`,
  overdue: (due) => `The report was due on ${due}, and there is none.`,
}

/** Studies that one email names. */
const mostNamed = 20

const studyPath: Record<Role, (studyId: string) => string> = {
  admin: (studyId) => `/admin/dashboard?dialog=assign&study=${studyId}`,
  doctor_account: (studyId) => `/reading/${studyId}`,
  lab_staff: (studyId) => `/lab/dashboard?dialog=summary&study=${studyId}`,
}

/** Names no patient. Tells an administrator where to assign each study, and a doctor where to read it. */
function escalationNotice(portal: Portal, { fullName, role, zone, studies }: EscalationNotice): Message {
  const say = (at: Date | null) => (at ? timeInWords(at, zone) : 'an unknown day')
  const named = studies.slice(0, mostNamed)
  const lines = named.flatMap(({ studyId, labName, accessionNumber, step, readyAt, dueAt, earliestAt }): Paragraph[] => [
    `${studyWords({ labName: labName ?? 'No laboratory', accessionNumber })}. ${escalationWords[step](say(dueAt), say(readyAt), earliestAt && say(earliestAt))}` +
      ((step === 'overdue' || step === 'misplaced') && role === 'admin' ? ' Reassign the study.' : ''),
    { Address: role === null ? loginUrl(portal) : new URL(studyPath[role](studyId), portal.publicUrl).href },
  ])
  const [first] = named
  const subject =
    studies.length === 1 && first ? escalationSubjects[first.step] : `${studies.length} studies wait for their report`
  const more = studies.length > mostNamed ? [`${studies.length - mostNamed} more wait in Readroom.`] : []
  return write(portal, { fullName, subject }, [
    ...lines,
    ...more,
    `To protect patients, this email contains no patient data. If you do not want these emails, contact ${support(portal)}.`,
  ])
}

/** The clinic's zone, for quiet hours and times in emails. */
type WithZone = { reports: Pick<JobsContext['reports'], 'zone'> }
type TickContext = Pick<JobsContext, 'database' | 'escalation'> & WithZone

/** Tells people of studies whose report is due or late, each step once. */
export function tellOfEscalations({ database, reports, escalation }: TickContext): Promise<void> {
  return tellEscalations(database.db, { isOn: escalation, zone: reports.zone })
}

/** Returns the person of an account, or an address without one. Null for an account that cannot sign in any more. */
async function findReceiver({ database }: Pick<JobsContext, 'database'>, to: string) {
  if (!z.uuid().safeParse(to).success) return { email: to, fullName: null, role: null }
  return findEscalationReader(database.db, to)
}

/** Mails an account or address about studies whose report is due or late. Leaves out those that have their report by now. */
export async function sendEscalationNotice(
  context: MailContext & WithZone,
  { to, escalationIds }: JobPayload<'escalation-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const { database, mailer, portal, reports } = context
  const receiver = await findReceiver(context, to)
  const notices = await listTrueNotices(database.db, escalationIds)
  if (!receiver || notices.length === 0) return
  const { email, fullName, role } = receiver
  const misplaced = notices.filter(({ escalation: { step } }) => step === 'misplaced')
  const held = new Map(misplaced.map(({ study: { id, doctorIds } }) => [id, doctorIds]))
  const expected = await expectNow(database.db, held, { now: new Date(), zone: reports.zone })
  const studies = notices.map(({ study: { id, accessionNumber, readyAt, dueAt }, labName, escalation: { step } }) => {
    const earliest = expected.get(id)?.earliest
    return { studyId: id, accessionNumber, readyAt, dueAt, labName, step, earliestAt: earliest ? new Date(earliest.at) : null }
  })
  const message = escalationNotice(portal, { fullName, role, zone: reports.zone, studies })
  await mailer.send({ email, fullName: fullName ?? '' }, message, signal)
}
