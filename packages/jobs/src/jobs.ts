import { z } from 'zod'

export const queueNames = ['archive', 'mail', 'upkeep'] as const
export type QueueName = (typeof queueNames)[number]

/** How many jobs of a queue one worker process runs at once. */
export const queueConcurrency: Record<QueueName, number> = { archive: 2, mail: 4, upkeep: 1 }

type JobSpec = {
  queue: QueueName
  /** Runs in all, with a pause after each failure that doubles from `backoffMs`. */
  attempts: number
  backoffMs: number
  payload: z.ZodType<{ v: number }>
  /** Present: the job runs by itself, at start and then at this interval. Its payload has only the version. */
  everyMs?: number
}

function defineJobs<const T extends Record<string, JobSpec>>(table: T): T {
  return table
}

const Versioned = z.object({ v: z.literal(1) })
const MINUTE = 60_000
const mail = { queue: 'mail', backoffMs: 5_000 } as const
const upkeep = { queue: 'upkeep', attempts: 1, backoffMs: MINUTE, payload: Versioned } as const

/** Everything that happens later. Each name has one handler in the worker; handlers are idempotent. */
export const jobs = defineJobs({
  /** Packs a study's images into the ZIP that `study_zips` asks for. */
  'study.archive': { queue: 'archive', attempts: 5, backoffMs: 15_000, payload: z.object({ v: z.literal(1), zipId: z.uuid() }) },
  /** Packs several studies into the ZIP that `bulk_zips` asks for. */
  'studies.archive': {
    queue: 'archive',
    attempts: 5,
    backoffMs: 15_000,
    payload: z.object({ v: z.literal(1), bulkZipId: z.uuid() }),
  },
  /** Makes the one-time code of a password recovery and mails it. The request's time tells an older one from the newest. */
  'otp.send': { ...mail, attempts: 5, payload: z.object({ v: z.literal(1), resetId: z.uuid(), sentAt: z.iso.datetime() }) },
  /** Makes a generated password and mails it. Repeated for some hours: the account has no other password. */
  'password.issue': { ...mail, attempts: 12, payload: z.object({ v: z.literal(1), userId: z.uuid(), requestId: z.uuid() }) },
  /** Tells a user by mail that the password was changed. */
  'password-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ v: z.literal(1), userId: z.uuid(), changedAt: z.iso.datetime() }),
  },
  /** Mails a recipient that dispatched reports are ready. */
  'dispatch.send': { ...mail, attempts: 8, payload: z.object({ v: z.literal(1), batchId: z.uuid() }) },
  /** Asks for missing ZIPs of recent studies, and again for those whose job was lost. */
  'zips.prebuild': { ...upkeep, everyMs: 5 * MINUTE },
  /** Ends ZIPs whose time is over and removes the files of those no longer in use. */
  'zips.expire': { ...upkeep, everyMs: 10 * MINUTE },
  /** Adds up what studies are counted by. */
  'counts.fold': { ...upkeep, everyMs: MINUTE },
  /** Removes expired tickets, viewer grants, sessions and sign-in delays. */
  'sessions.purge': { ...upkeep, everyMs: 60 * MINUTE },
})

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

const specs: { [N in JobName]: { payload: z.ZodType<JobPayload<N>> } } = jobs

/** Throws a ZodError where `data` is not the job's payload. */
export function parsePayload<N extends JobName>(name: N, data: unknown): JobPayload<N> {
  return specs[name].payload.parse(data)
}

export const jobNames = Object.keys(jobs).filter((name): name is JobName => name in jobs)
export const JobName = z.string().refine((name): name is JobName => name in jobs, 'no such job')

export type JobRun = {
  /** No other attempt follows when this one fails. */
  isLast: boolean
  /** Aborted when the worker stops or has lost the job to another: end soon, the job runs again. */
  signal: AbortSignal
}

/** One handler per job; a missing one does not compile. A handler that throws is run again by the job's retry policy. */
export type JobHandlers<Context> = {
  [N in JobName]: (context: Context, payload: JobPayload<N>, run: JobRun) => Promise<void>
}
