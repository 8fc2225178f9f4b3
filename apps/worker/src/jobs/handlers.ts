import type { Origin } from '@readroom/contracts/origin'
import { insertDeadLetter } from '@readroom/db/queries/dead-letters'
import { releaseReports } from '@readroom/domain/report-recall'
import { readChangedSettings } from '@readroom/domain/settings'
import { type JobHandlers, JobName } from '@readroom/jobs/jobs'
import { startWorkers } from '@readroom/jobs/workers'
import { onBehalfOf } from '@readroom/process/origin'
import { inSpan } from '@readroom/process/traces'
import { describeError } from '../log.ts'
import type { EventCounters } from '../metrics.ts'
import { sendAmendmentNotice } from './amendment-notice-send.ts'
import { verifyAudit } from './audit-verify.ts'
import { gatherParts } from './body-parts-gather.ts'
import type { JobsContext } from './context.ts'
import { compactCounts } from './counts-compact.ts'
import { remindOfCriticalResults, sendCriticalNotice } from './critical-results.ts'
import { discardDamage } from './damage-discard.ts'
import { sendDispatch } from './dispatch-send.ts'
import { sendEmailNotice } from './email-notice-send.ts'
import { checkIdentities } from './identities-check.ts'
import { collectObjects } from './objects-collect.ts'
import { sendOtp } from './otp-send.ts'
import { issuePassword } from './password-issue.ts'
import { sendPasswordNotice } from './password-notice-send.ts'
import { exportPatient } from './privacy-export.ts'
import { removeErased } from './privacy-remove.ts'
import { keepPrivacy } from './privacy-upkeep.ts'
import { archiveReport } from './report-archive.ts'
import { sendReportNotice } from './report-notice-send.ts'
import { renderReport } from './report-render.ts'
import { writeWord } from './report-word.ts'
import { sendSecondFactorNotice } from './second-factor-notice-send.ts'
import { purgeSessions } from './sessions-purge.ts'
import { sendTestMail } from './test-mail-send.ts'
import { buildZip } from './zip-build.ts'
import { expireZips } from './zips-expire.ts'
import { prebuildZips } from './zips-prebuild.ts'

const handlers = {
  'zip.build': buildZip,
  'report.render': renderReport,
  'report.word': writeWord,
  'reports.release': ({ database }) => releaseReports(database.db),
  'privacy.export': exportPatient,
  'privacy.remove': removeErased,
  'privacy.upkeep': keepPrivacy,
  'damage.discard': discardDamage,
  'otp.send': sendOtp,
  'password.issue': issuePassword,
  'password-notice.send': sendPasswordNotice,
  'email-notice.send': sendEmailNotice,
  'test-mail.send': sendTestMail,
  'second-factor-notice.send': sendSecondFactorNotice,
  'dispatch.send': sendDispatch,
  'report.archive': archiveReport,
  'report-notice.send': sendReportNotice,
  'amendment-notice.send': sendAmendmentNotice,
  'critical-notice.send': sendCriticalNotice,
  'critical-results.remind': remindOfCriticalResults,
  'zips.prebuild': prebuildZips,
  'zips.expire': expireZips,
  'objects.collect': collectObjects,
  'audit.verify': verifyAudit,
  'counts.compact': compactCounts,
  'body-parts.gather': gatherParts,
  'identities.check': checkIdentities,
  'sessions.purge': purgeSessions,
} satisfies JobHandlers<JobsContext>

async function counted({ jobs, jobSeconds }: EventCounters, job: string, work: () => Promise<void>): Promise<void> {
  // Names that no job has are somebody else's.
  const known = JobName.safeParse(job).success ? job : 'unknown'
  const end = jobSeconds.startTimer({ job: known })
  let outcome = 'failed'
  try {
    await work()
    outcome = 'done'
  } finally {
    end()
    jobs.inc({ job: known, outcome })
  }
}

/** What administrators have changed goes before what the environment says. */
async function withSettings(context: JobsContext): Promise<JobsContext> {
  const { portal, reports, zipExpiresDays } = context
  const changed = await readChangedSettings(context.database.db)
  return {
    ...context,
    portal: {
      ...portal,
      ...('supportEmail' in changed && { supportEmail: changed.supportEmail ?? undefined }),
      texts: {
        ...{ every: changed.mailTextEvery ?? '', invitation: changed.mailTextInvitation ?? '' },
        ...{ report: changed.mailTextReport ?? '', critical: changed.mailTextCritical ?? '' },
      },
    },
    reports: { ...reports, zone: changed.clinicTimeZone ?? reports.zone },
    zipExpiresDays: changed.zipExpiresDays ?? zipExpiresDays,
  }
}

/** The schedule is looked after twice a minute. */
const PATIENCE_MS = 120_000

/** Runs the jobs until stopped. Survives Redis, PostgreSQL, the archive and the storage being away. */
export async function startJobs(
  context: JobsContext,
  timing?: { lockDuration?: number; stalledInterval?: number },
): Promise<{ stop: () => Promise<void> }> {
  const { queues, log, database, heartbeats } = context
  const around = async ({ name, origin }: { name: string; origin: Origin | null }, work: () => Promise<void>) => {
    const attributes = { 'readroom.job': name }
    const run = () => inSpan(`job ${name}`, origin, attributes, () => counted(context.counters, name, work))
    return origin?.requestId === undefined ? run() : onBehalfOf(origin.requestId, run)
  }
  const onAlive = () => heartbeats.beat('jobs', PATIENCE_MS)
  onAlive()
  const onGivenUp = ({ name, payload, error }: { name: string; payload: unknown; error: Error }) =>
    insertDeadLetter(database.db, { source: 'job', name, payload, reason: describeError(error) })
  return startWorkers(queues, {
    handlers,
    makeContext: () => withSettings(context),
    log,
    onGivenUp,
    onAlive,
    around,
    ...(timing ? { timing } : {}),
  })
}
