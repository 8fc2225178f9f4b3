import { readDigest } from '@readroom/domain/turnaround/digests/digests'
import type { JobPayload, JobRun } from '@readroom/jobs/jobs'
import type { JobsContext, MailContext } from '../core/jobs/context.ts'
import { digestMessage } from './digest-message.ts'

type Context = MailContext & Pick<JobsContext, 'turnaroundGoalPercent'> & { reports: Pick<JobsContext['reports'], 'zone'> }

/** Mails a digest to one address. A digest that was deleted, or whose laboratories or group were, is not sent. */
export async function sendDigest(
  { database, mailer, portal, reports: { zone }, turnaroundGoalPercent: goalPercent }: Context,
  { digestId, address, ...period }: JobPayload<'digest.send'>,
  { signal }: JobRun,
): Promise<void> {
  const figures = await readDigest(database.db, { digestId, address }, period, zone)
  if (!figures) return
  await mailer.send({ email: address, fullName: '' }, digestMessage(portal, { ...figures, period, zone, goalPercent }), signal)
}
