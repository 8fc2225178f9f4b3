import { findMailRecipient } from '@readroom/db/access/passwords'
import { listResultDestinations } from '@readroom/db/reports/result-destinations'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { MailContext } from '../../core/jobs/context.ts'
import { type Message, type Portal, write } from '../../core/mail/messages.ts'

type Late = { name: string; labName: string; overdue: number; minutes: number }

const lineOf = ({ name, labName, overdue, minutes }: Late): string =>
  `${name} (${labName}): ${overdue === 1 ? '1 report waits' : `${overdue} reports wait`} longer than ${minutes} minutes.`

/** Names no patient. */
function overdueNotice(portal: Portal, { fullName, late }: { fullName: string; late: readonly Late[] }): Message {
  const [first] = late
  const subject =
    late.length === 1 && first ? `Reports for ${first.name} are overdue` : `Reports for ${late.length} destinations are overdue`
  return write(portal, { fullName, subject }, [
    'These systems of laboratories have not received their reports in time:',
    ...late.map(lineOf),
    'Readroom keeps trying. The page Deliveries shows the last answers:',
    { Address: new URL('/admin/deliveries', portal.publicUrl).href },
    'You get the next email about a destination when its reports are overdue again, after all were delivered.',
  ])
}

/** Mails an administrator about destinations whose deliveries are overdue. Leaves out those that have none any more. */
export async function sendOverdueResultsNotice(
  { database, mailer, portal }: MailContext,
  { userId, destinationIds }: JobPayload<'overdue-results-notice.send'>,
  { signal }: JobRun,
): Promise<void> {
  const recipient = await findMailRecipient(database.db, userId)
  const destinations = await listResultDestinations(database.db)
  const late = destinations
    .filter(({ destination: { id }, overdue }) => overdue > 0 && destinationIds.includes(id))
    .map(({ destination: { name, alertMinutes }, labName, overdue }) => ({ name, labName, overdue, minutes: alertMinutes }))
  if (!recipient || late.length === 0) return
  await mailer.send(recipient, overdueNotice(portal, { fullName: recipient.fullName, late }), signal)
}
