import { findEscalationReader } from '@readroom/db/studies/escalations/escalations'
import { listTrueNotices, tellEscalations } from '@readroom/domain/studies/escalations/escalations'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import { z } from 'zod'
import type { JobsContext, MailContext } from '../core/jobs/context.ts'
import { escalationNotice } from '../core/mail/messages.ts'

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
  const studies = notices.map(({ study: { id, accessionNumber, readyAt, dueAt }, labName, escalation: { step } }) => {
    return { studyId: id, accessionNumber, readyAt, dueAt, labName, step }
  })
  const message = escalationNotice(portal, { fullName, role, zone: reports.zone, studies })
  await mailer.send({ email, fullName: fullName ?? '' }, message, signal)
}
