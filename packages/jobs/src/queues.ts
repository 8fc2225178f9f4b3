import { setTimeout as delay } from 'node:timers/promises'
import type { Origin } from '@readroom/contracts/core/origin'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import {
  type JobName,
  type JobPayload,
  jobNames,
  jobs,
  presentJob,
  type QueueName,
  queueNames,
  readPayload,
  storedPayload,
} from './jobs.ts'
import { originOptions } from './origin.ts'
import { connectRedis, isRedisDown, type JobLog } from './redis.ts'

export type Queues = { connection: Redis; prefix: string; byName: Record<QueueName, Queue>; close: () => Promise<void> }

/** The job queue cannot take or tell anything at the moment. */
export class JobQueueDown extends Error {
  override name = 'JobQueueDown'
}

const ANSWER_MS = 5_000

/** Retry policy; a finished job leaves nothing behind, as a kept one would silently block its id. */
function jobOptions(name: JobName) {
  const { attempts, backoffMs } = jobs[name]
  const backoff = { type: 'exponential', delay: backoffMs }
  return { attempts, backoff, removeOnComplete: true, removeOnFail: true }
}

/** Opens the queues under their key prefix. Does not wait for Redis, which may come and go. */
export function openQueues(redisUrl: string, prefix: string, log: JobLog): Queues {
  const connection = connectRedis(redisUrl, log)
  const open = (name: QueueName) => {
    const queue = new Queue(name, { connection, prefix })
    return queue.on('error', (error) => {
      if (!isRedisDown(error)) log.error({ queue: name, err: error }, 'job queue error')
    })
  }
  const byName = {
    archive: open('archive'),
    reports: open('reports'),
    mail: open('mail'),
    tests: open('tests'),
    upkeep: open('upkeep'),
    audit: open('audit'),
  }
  const close = async () => {
    await Promise.all(queueNames.map((name) => byName[name].close()))
    connection.disconnect()
  }
  return { connection, prefix, byName, close }
}

/** Fails soon if Redis is away: callers hold rows meanwhile. */
async function answered<T>({ connection }: Queues, ask: () => Promise<T>): Promise<T> {
  if (connection.status !== 'ready') throw new JobQueueDown('Redis is not reachable')
  const overdue = new AbortController()
  const deadline = delay(ANSWER_MS, undefined, { signal: overdue.signal }).then(() => {
    // The other end may be gone without a word: a new connection says.
    connection.stream.destroy()
    throw new JobQueueDown('Redis does not answer')
  })
  try {
    return await Promise.race([ask(), deadline])
  } finally {
    overdue.abort()
    deadline.catch(() => {})
  }
}

/**
 * Queues a job of the outbox; the same `id` again while it is queued or running does nothing.
 * Throws a ZodError for an unknown name or a payload that is not the job's, `JobQueueDown` if Redis is away.
 */
export async function addJob(
  queues: Queues,
  job: { id: number; name: string; payload: unknown; origin?: Origin | null },
): Promise<void> {
  const { name, payload } = presentJob(job.name, job.payload)
  const data = storedPayload(name, readPayload(name, payload))
  await answered(queues, () =>
    queues.byName[jobs[name].queue].add(name, data, {
      ...jobOptions(name),
      ...originOptions(job.origin),
      jobId: `outbox-${job.id}`,
    }),
  )
}

export const jobStates = ['wait', 'active', 'delayed', 'failed'] as const

/** Counts the jobs of a queue in each state. Throws `JobQueueDown` if Redis is away. */
export async function countJobs(queues: Queues, queue: QueueName): Promise<Partial<Record<string, number>>> {
  return answered(queues, () => queues.byName[queue].getJobCounts(...jobStates))
}

/** Payloads of a job's waiting, delayed and running instances. Throws `JobQueueDown` if Redis is away. */
export async function listUnfinishedJobs<N extends JobName>(queues: Queues, name: N): Promise<JobPayload<N>[]> {
  const queue = queues.byName[jobs[name].queue]
  const found = await answered(queues, () => queue.getJobs(['wait', 'active', 'delayed', 'prioritized', 'waiting-children']))
  return found.flatMap((job) => {
    const known = job && understandJob(job)
    return known?.name === name ? [readPayload(name, known.payload)] : []
  })
}

function understandJob({ name, data }: { name: string; data: unknown }) {
  try {
    return presentJob(name, data)
  } catch {
    return null
  }
}

/** The names of the scheduled jobs that Redis knows, of ours and others. */
async function listScheduled(queues: Queues, queueName: QueueName): Promise<Set<string>> {
  return new Set((await answered(queues, () => queues.byName[queueName].getJobSchedulers())).map(({ key }) => key))
}

/** Makes the scheduled jobs of the table those of Redis. */
export async function scheduleJobs(queues: Queues): Promise<void> {
  for (const queueName of queueNames) {
    for (const key of await listScheduled(queues, queueName)) {
      if (!jobNames.some((name) => name === key)) await answered(queues, () => queues.byName[queueName].removeJobScheduler(key))
    }
  }
  await schedule(queues, jobNames)
}

/** Puts back the scheduled jobs that Redis has lost. Leaves the others alone: scheduled anew, they would run anew. */
export async function restoreJobs(queues: Queues): Promise<void> {
  const scheduled = new Set<string>()
  for (const queueName of queueNames) for (const key of await listScheduled(queues, queueName)) scheduled.add(key)
  await schedule(
    queues,
    jobNames.filter((name) => !scheduled.has(name)),
  )
}

async function schedule(queues: Queues, names: readonly JobName[]): Promise<void> {
  for (const name of names) {
    const spec = jobs[name]
    if (!('everyMs' in spec)) continue
    const template = { name, data: storedPayload(name, {}), opts: jobOptions(name) }
    await answered(queues, () => queues.byName[spec.queue].upsertJobScheduler(name, { every: spec.everyMs }, template))
  }
}
