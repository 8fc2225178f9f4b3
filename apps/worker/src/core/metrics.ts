import type { Database } from '@readroom/db/core/client'
import { zipStates } from '@readroom/db/images/zips.schema'
import { readSystemState, type SystemState } from '@readroom/db/operations/monitoring'
import { type QueueName, queueNames } from '@readroom/jobs/jobs'
import { countJobs, jobStates, type Queues } from '@readroom/jobs/queues'
import type { Orthanc } from '@readroom/orthanc/client'
import { answerOf } from '@readroom/process/dependency-state'
import type { Heartbeats } from '@readroom/process/heartbeats'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { checkHealth } from './health.ts'
import type { Mailer } from './mail/transport.ts'

/** Seconds: a mail takes one, a ZIP of thousands of images minutes. */
const buckets = [0.05, 0.25, 1, 5, 30, 120, 600, 3600]

/** Creates the counters of events. */
export function countEvents(registry: Registry) {
  const registers = [registry]
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers })
  return {
    jobs: counter('readroom_job_runs_total', 'Job runs; a failed job may run again', ['job', 'outcome']),
    jobSeconds: new Histogram({
      name: 'readroom_job_duration_seconds',
      help: 'Duration of job runs',
      labelNames: ['job'],
      buckets,
      registers,
    }),
    mails: counter('readroom_mails_total', 'Emails accepted or rejected by the mail server', ['outcome']),
    hl7Messages: counter('readroom_hl7_messages_total', 'HL7 messages received, by result', ['result']),
    results: counter('readroom_result_attempts_total', 'Attempts to deliver results, by answer', ['answer']),
    outbox: counter('readroom_outbox_sent_total', 'Outbox rows sent', ['kind']),
  }
}
export type EventCounters = ReturnType<typeof countEvents>

type Watched = {
  database: Pick<Database, 'db'>
  orthanc: Pick<Orthanc, 'getLastChange'>
  queues: Queues
  heartbeats: Heartbeats
  health: () => ReturnType<typeof checkHealth>
}

/**
 * Adds the metrics that are looked up at each request. A metric whose lookup fails or is late has no value, and `readroom_dependency_up` says why: an
 * older number would hide the outage.
 */
export function measureState(
  registry: Registry,
  { database, orthanc, queues, heartbeats, health }: Watched,
): () => Promise<void> {
  const registers = [registry]
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const outboxRows = gauge('readroom_outbox_rows', 'Outbox rows waiting to be sent')
  const outboxAge = gauge('readroom_outbox_age_seconds', 'Age of the oldest waiting outbox row')
  const intakeFailures = gauge('readroom_intake_failures', 'Studies that could not be imported and are retried')
  const intakeWaiting = gauge('readroom_intake_waiting', 'Studies with unregistered AE titles, waiting for an administrator')
  const intakeLag = gauge('readroom_intake_lag_changes', 'Image archive changes not yet imported')
  const refusals = gauge('readroom_archive_refusals', 'Studies with images rejected by the image archive')
  const deadLetters = gauge('readroom_dead_letters', 'Failed jobs on the System page')
  const sessions = gauge('readroom_sessions', 'Open sessions')
  const zips = gauge('readroom_zips', 'ZIPs by state', ['state'])
  const waiting = gauge('readroom_jobs', 'Queued jobs by state', ['queue', 'state'])
  const overdue = gauge('readroom_loop_overdue_seconds', 'Time since a loop was due but showed no activity', ['loop'])
  const up = gauge('readroom_dependency_up', 'Whether a service responds within two seconds', ['dependency'])

  function noteState(state: SystemState | null, last: number | null): void {
    const looked = [outboxRows, outboxAge, intakeFailures, intakeWaiting, intakeLag, refusals, deadLetters, sessions]
    for (const each of looked) each.remove()
    zips.reset()
    if (!state) return
    outboxRows.set(state.outboxRows)
    outboxAge.set(state.outboxAge)
    intakeFailures.set(state.intakeFailures)
    intakeWaiting.set(state.intakeWaiting)
    refusals.set(state.refusals)
    deadLetters.set(state.deadLetters)
    sessions.set(state.sessions)
    for (const name of zipStates) zips.set({ state: name }, state.zips[name] ?? 0)
    if (last !== null) intakeLag.set(Math.max(0, last - state.cursor))
  }

  async function noteQueue(queue: QueueName): Promise<void> {
    const counts = await answerOf(countJobs(queues, queue))
    for (const state of jobStates) {
      if (counts) waiting.set({ queue, state }, counts[state] ?? 0)
      else waiting.remove({ queue, state })
    }
  }

  async function noteHealth(): Promise<void> {
    const { details } = await health()
    for (const [dependency, state] of Object.entries(details.dependencies)) up.set({ dependency }, state === 'up' ? 1 : 0)
    overdue.reset()
    for (const [loop, ms] of heartbeats.overdue()) overdue.set({ loop }, ms / 1000)
  }

  return async () => {
    const state = Promise.all([answerOf(readSystemState(database.db)), answerOf(orthanc.getLastChange())])
    await Promise.all([state.then((found) => noteState(...found)), noteHealth(), ...queueNames.map(noteQueue)])
  }
}

/** The mailer, with its mails counted. */
export function countMails(mailer: Mailer, mails: EventCounters['mails']): Mailer {
  const send: Mailer['send'] = async (...mail) => {
    const outcome = await mailer.send(...mail).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    mails.inc({ outcome: outcome ? 'failed' : 'sent' })
    if (outcome) throw outcome.error
  }
  return { ...mailer, send }
}
