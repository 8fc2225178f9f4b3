import { setTimeout as delay } from 'node:timers/promises'
import type { Origin } from '@readroom/contracts/core/origin'
import { type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import {
  JobName,
  type JobPayload,
  type JobRun,
  jobs,
  presentJob,
  queueConcurrency,
  queueNames,
  type RunJob,
  readPayload,
} from './jobs.ts'
import { originOf } from './origin.ts'
import { JobQueueDown, type Queues, restoreJobs, scheduleJobs } from './queues.ts'
import { isRedisDown, type JobLog } from './redis.ts'

/** Thrown by a handler if another attempt cannot succeed: the job fails at once, for good. */
export class HopelessJob extends UnrecoverableError {}

export type WorkerOptions<Context> = {
  runJob: RunJob<Context>
  /** Made for each run. */
  makeContext: () => Promise<Context>
  log: JobLog
  /** Hears of a job that failed for good and does not run by itself again, and why. */
  onGivenUp: (job: { name: string; payload: unknown; error: Error }) => Promise<void>
  /** Does the work of each run, in whatever must surround it. */
  around?: (job: { name: string; origin: Origin | null }, work: () => Promise<void>) => Promise<void>
  /** Every worker takes jobs, and the schedule was looked after; comes at least every `restoreInterval` and ten seconds. */
  onAlive?: () => void
  /** The delays until the jobs of a killed process run again, and until jobs that Redis has lost come back (default 30 s each). */
  timing?: { lockDuration?: number; stalledInterval?: number; restoreInterval?: number }
}

const STOP_MS = 10_000
const RESTORE_MS = 30_000

/** Redis keeps a failed job's message; the cause, which may quote a statement's values, is for the log alone. */
class JobFailed extends Error {
  override name = 'JobFailed'
}

/**
 * Runs the jobs of all queues, which stay the caller's to close, and keeps the schedule. Does not wait for Redis, which may come and go.
 * `stop` tells running jobs to end; they run again elsewhere, without having used up an attempt.
 */
export function startWorkers<Context>(queues: Queues, options: WorkerOptions<Context>): { stop: () => Promise<void> } {
  const { log, timing = {}, around = (_job, work) => work() } = options
  const { restoreInterval = RESTORE_MS, ...stalling } = timing
  const { connection, prefix } = queues
  const stopping = new AbortController()

  const noteFailure = (error: Error) => {
    if (!isRedisDown(error) && !(error instanceof JobQueueDown)) log.error({ err: error }, 'jobs could not be scheduled')
  }
  const schedule = () => scheduleJobs(queues).catch(noteFailure)
  // Also after an outage: Redis may have lost its data.
  connection.on('ready', schedule)
  if (connection.status === 'ready') void schedule()
  // Somebody may empty Redis while we are connected.
  const restoring = setInterval(() => {
    if (connection.status === 'ready') void restoreJobs(queues).catch(noteFailure).then(noteAlive)
    else noteAlive()
  }, restoreInterval)
  const noteAlive = () => {
    if (workers.every((worker) => worker.isRunning())) options.onAlive?.()
  }

  async function run(job: Job, token: string | undefined, lost: AbortSignal | undefined): Promise<void> {
    const signal = AbortSignal.any(lost ? [stopping.signal, lost] : [stopping.signal])
    const isLast = job.attemptsMade + 1 >= (job.opts.attempts ?? 1)
    try {
      // A closing worker may still fetch a job.
      signal.throwIfAborted()
      await around({ name: job.name, origin: originOf(job) }, () => runFound(options, job, { isLast, signal }))
    } catch (error) {
      if (!stopping.signal.aborted) throw error instanceof UnrecoverableError ? error : new JobFailed(job.name, { cause: error })
      await job.moveToWait(token)
      throw new WaitingError()
    }
  }

  function giveUp({ name, data: payload }: Job, error: Error): void {
    options.onGivenUp({ name, payload, error }).catch((err: Error) => {
      log.error({ job: name, err }, 'a job that failed for good could not be noted')
    })
  }

  const workers = queueNames.map((name) => {
    const settings = { connection, prefix, concurrency: queueConcurrency[name], maxStalledCount: 3, ...stalling }
    const worker = new Worker(name, (job, token, lost) => run(job, token, lost), settings)
    worker.on('error', (error) => {
      if (isRedisDown(error)) return
      // As after an outage that was longer than the lock.
      if (/^Missing lock for job/.test(error.message)) log.info({ queue: name, err: error }, 'a job lost its lock; it runs again')
      else log.error({ queue: name, err: error }, 'job worker error')
    })
    worker.on('failed', (job, error) => {
      const requestId = job && originOf(job)?.requestId
      log.error({ job: job?.name, id: job?.id, requestId, attempt: job?.attemptsMade, err: error }, 'job failed')
      if (job && isGivenUp(job, error)) giveUp(job, error)
    })
    return worker
  })

  async function stop(): Promise<void> {
    stopping.abort()
    clearInterval(restoring)
    connection.off('ready', schedule)
    // With Redis away there is nobody to give the jobs back to: they count as stalled when it returns.
    const force = connection.status !== 'ready'
    const ended = Promise.all(workers.map((worker) => worker.close(force))).catch(() => {})
    await Promise.race([ended, delay(STOP_MS, undefined, { ref: false })])
  }

  return { stop }
}

/** No attempt follows, and no schedule runs it again. */
function isGivenUp(job: Job, error: Error): boolean {
  const name = JobName.safeParse(job.name)
  if (name.success && 'everyMs' in jobs[name.data]) return false
  return error instanceof UnrecoverableError || job.attemptsMade >= (job.opts.attempts ?? 1)
}

async function runFound<Context>({ runJob, makeContext }: WorkerOptions<Context>, job: Job, run: JobRun): Promise<void> {
  const { name, payload } = findJob(job)
  await runJob(name, await makeContext(), understand(name, payload), run)
}

function findJob({ name, data }: Job): { name: JobName; payload: unknown } {
  try {
    return presentJob(name, data)
  } catch {
    throw new UnrecoverableError(`not understood: no job is called ${name}`)
  }
}

/** A payload that is not the job's will not become it by another attempt. */
function understand<N extends JobName>(name: N, data: unknown): JobPayload<N> {
  try {
    return readPayload(name, data)
  } catch {
    throw new UnrecoverableError(`not understood: the payload of ${name}`)
  }
}
