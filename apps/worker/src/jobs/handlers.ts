import { insertDeadLetter } from '@readroom/db/queries/dead-letters'
import type { JobHandlers } from '@readroom/jobs/jobs'
import { startWorkers } from '@readroom/jobs/workers'
import { describeError } from '../log.ts'
import { gatherParts } from './body-parts-gather.ts'
import type { JobsContext } from './context.ts'
import { compactCounts } from './counts-compact.ts'
import { remindOfCriticalResults, sendCriticalNotice } from './critical-results.ts'
import { discardDamage } from './damage-discard.ts'
import { sendDispatch } from './dispatch-send.ts'
import { collectObjects } from './objects-collect.ts'
import { sendOtp } from './otp-send.ts'
import { issuePassword } from './password-issue.ts'
import { sendPasswordNotice } from './password-notice-send.ts'
import { sendReportNotice } from './report-notice-send.ts'
import { renderReport } from './report-render.ts'
import { purgeSessions } from './sessions-purge.ts'
import { buildZip } from './zip-build.ts'
import { expireZips } from './zips-expire.ts'
import { prebuildZips } from './zips-prebuild.ts'

const handlers = {
  'zip.build': buildZip,
  'report.render': renderReport,
  'damage.discard': discardDamage,
  'otp.send': sendOtp,
  'password.issue': issuePassword,
  'password-notice.send': sendPasswordNotice,
  'dispatch.send': sendDispatch,
  'report-notice.send': sendReportNotice,
  'critical-notice.send': sendCriticalNotice,
  'critical-results.remind': remindOfCriticalResults,
  'zips.prebuild': prebuildZips,
  'zips.expire': expireZips,
  'objects.collect': collectObjects,
  'counts.compact': compactCounts,
  'body-parts.gather': gatherParts,
  'sessions.purge': purgeSessions,
} satisfies JobHandlers<JobsContext>

/** Runs the jobs until stopped. Survives Redis, PostgreSQL, the archive and the storage being away. */
export async function startJobs(
  context: JobsContext,
  timing?: { lockDuration?: number; stalledInterval?: number },
): Promise<{ stop: () => Promise<void> }> {
  const { queues, log, database } = context
  const onGivenUp = ({ name, payload, error }: { name: string; payload: unknown; error: Error }) =>
    insertDeadLetter(database.db, { source: 'job', name, payload, reason: describeError(error) })
  return startWorkers(queues, { handlers, context, log, onGivenUp, ...(timing ? { timing } : {}) })
}
