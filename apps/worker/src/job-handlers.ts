import type { Origin } from '@readroom/contracts/core/origin'
import { insertDeadLetter } from '@readroom/db/operations/dead-letters'
import { readChangedSettings } from '@readroom/domain/core/settings'
import { requeueUnderstood } from '@readroom/domain/operations/dead-letters'
import { tellOverdueResults } from '@readroom/domain/reports/overdue-results'
import { dealStudies } from '@readroom/domain/turnaround/assignment/dealing-tick'
import { noteMoves } from '@readroom/domain/turnaround/assignment/moves'
import { queueDueDigests } from '@readroom/domain/turnaround/digests/digests'
import { learnReadingTimes } from '@readroom/domain/turnaround/reading-times'
import { type JobHandlers, JobName } from '@readroom/jobs/jobs'
import { startWorkers } from '@readroom/jobs/workers'
import { onBehalfOf } from '@readroom/process/origin'
import { inSpan } from '@readroom/process/traces'
import { sendEmailNotice } from './access/email-notice-send.ts'
import { sendOtp } from './access/otp-send.ts'
import { issuePassword } from './access/password-issue.ts'
import { sendPasswordNotice } from './access/password-notice-send.ts'
import { sendSecondFactorNotice } from './access/second-factor-notice-send.ts'
import { purgeSessions } from './access/sessions-purge.ts'
import type { JobsContext } from './core/jobs/context.ts'
import { describeError } from './core/log.ts'
import type { EventCounters } from './core/metrics.ts'
import { buildZip } from './images/zip-build.ts'
import { expireZips } from './images/zips-expire.ts'
import { prebuildZips } from './images/zips-prebuild.ts'
import { noteAuditHead } from './operations/audit-heads.ts'
import { verifyAudit } from './operations/audit-verify.ts'
import { sendTestMail } from './operations/test-mail-send.ts'
import { expireHl7Messages } from './orders/hl7/hl7-messages-expire.ts'
import { receiveTestOrder } from './orders/hl7/test-order-receive.ts'
import { endOrders } from './orders/orders-end.ts'
import { testScanner } from './orders/scanners/scanner-test.ts'
import { collectObjects } from './privacy/objects-collect.ts'
import { exportPatient } from './privacy/privacy-export.ts'
import { removeErased } from './privacy/privacy-remove.ts'
import { keepPrivacy } from './privacy/privacy-upkeep.ts'
import { sendAmendmentNotice } from './reports/amendment-notice-send.ts'
import { remindOfCriticalResults, sendCriticalNotice } from './reports/critical-results.ts'
import { sendDispatch } from './reports/dispatch-send.ts'
import { archiveReport } from './reports/report-archive.ts'
import { sendReportNotice } from './reports/report-notice-send.ts'
import { renderReport } from './reports/report-render.ts'
import { writeWord } from './reports/report-word.ts'
import { chainReports } from './reports/reports-chain.ts'
import { sendOverdueResultsNotice } from './reports/results/overdue-results-notice.ts'
import { sendEscalationNotice, tellOfEscalations } from './studies/escalations.ts'
import { moveImages } from './studies/image-moves/images-move.ts'
import { sendStudyNotice } from './studies/study-notices.ts'
import { compactCounts } from './studies/upkeep/counts-compact.ts'
import { discardDamage } from './studies/upkeep/damage-discard.ts'
import { simulateAssignment } from './turnaround/assignment-simulate.ts'
import { sendDigest } from './turnaround/digest-send.ts'

const handlers: JobHandlers<JobsContext> = {
  'zip.build': buildZip,
  'report.render': renderReport,
  'report.word': writeWord,
  'privacy.export': exportPatient,
  'privacy.remove': removeErased,
  'privacy.upkeep': keepPrivacy,
  'images.move': moveImages,
  'damage.discard': discardDamage,
  'otp.send': sendOtp,
  'password.issue': issuePassword,
  'password-notice.send': sendPasswordNotice,
  'email-notice.send': sendEmailNotice,
  'test-mail.send': sendTestMail,
  'test-order.receive': receiveTestOrder,
  'scanner.test': testScanner,
  'second-factor-notice.send': sendSecondFactorNotice,
  'dispatch.send': sendDispatch,
  'report.archive': archiveReport,
  'report-notice.send': sendReportNotice,
  'amendment-notice.send': sendAmendmentNotice,
  'study-notice.send': sendStudyNotice,
  'critical-notice.send': sendCriticalNotice,
  'critical-results.remind': remindOfCriticalResults,
  'digests.queue': ({ database, reports }) => queueDueDigests(database.db, reports.zone),
  'digest.send': sendDigest,
  'overdue-results-notice.send': sendOverdueResultsNotice,
  'overdue-results.tell': ({ database }) => database.db.transaction((tx) => tellOverdueResults(tx)),
  'escalation-notice.send': sendEscalationNotice,
  'escalations.tell': tellOfEscalations,
  'assignment.simulate': simulateAssignment,
  'studies.deal': ({ database, reports }) => dealStudies(database.db, reports.zone),
  'moves.note': ({ database, reports }) => noteMoves(database.db, reports.zone),
  'reading-times.learn': ({ database }) => learnReadingTimes(database.db),
  'zips.prebuild': prebuildZips,
  'zips.expire': expireZips,
  'objects.collect': collectObjects,
  'audit.note-head': noteAuditHead,
  'audit.verify': verifyAudit,
  'understood-jobs.queue': ({ database }) => database.db.transaction((tx) => requeueUnderstood(tx)),
  'counts.compact': compactCounts,
  'hl7-messages.expire': expireHl7Messages,
  'orders.end': endOrders,
  'reports.chain': chainReports,
  'sessions.purge': purgeSessions,
}

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

/** Returns the context with the settings that administrators have changed in place of the environment's. */
export async function withSettings(context: JobsContext): Promise<JobsContext> {
  const { portal, reports, zipExpiresDays } = context
  const changed = await readChangedSettings(context.database.db)
  return {
    ...context,
    portal: {
      ...portal,
      ...('supportEmail' in changed && { supportEmail: changed.supportEmail ?? undefined }),
      texts: {
        every: changed.mailTextEvery ?? '',
        invitation: changed.mailTextInvitation ?? '',
        report: changed.mailTextReport ?? '',
        critical: changed.mailTextCritical ?? '',
      },
    },
    reports: { ...reports, zone: changed.clinicTimeZone ?? reports.zone },
    escalation: changed.escalation ?? context.escalation,
    turnaroundGoalPercent: changed.turnaroundGoalPercent ?? context.turnaroundGoalPercent,
    zipExpiresDays: changed.zipExpiresDays ?? zipExpiresDays,
    orderEndDays: changed.orderEndDays ?? context.orderEndDays,
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
    runJob: (name, ...given) => handlers[name](...given),
    makeContext: () => withSettings(context),
    log,
    onGivenUp,
    onAlive,
    around,
    ...(timing ? { timing } : {}),
  })
}
