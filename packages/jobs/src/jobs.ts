import { readVersioned, type Versioned } from '@readroom/contracts/core/versioned'
import { z } from 'zod'

export const queueNames = ['archive', 'reports', 'mail', 'tests', 'upkeep', 'audit'] as const
export type QueueName = (typeof queueNames)[number]

/** The number of jobs of a queue that one worker process runs at once. */
export const queueConcurrency: Record<QueueName, number> = { archive: 2, reports: 2, mail: 4, tests: 4, upkeep: 1, audit: 1 }

/** `guessed`: the password was right, and codes of the second factor were wrong again and again. */
export const SecondFactorEvent = z.enum(['added', 'removed', 'reset', 'recovery-code-used', 'guessed'])
export type SecondFactorEvent = z.infer<typeof SecondFactorEvent>

/** The receivers of an email about a study: the contact of its laboratory, the doctors who have it, or all administrators. */
export type NoticeReceiver = 'laboratory' | 'doctors' | 'administrators'

/** The emails about one study, each with its receiver. One of a mark's name is sent when the mark is set. */
export const studyNotices = { question: 'laboratory' } as const satisfies Record<string, NoticeReceiver>
export type StudyNotice = keyof typeof studyNotices
export const StudyNotice = z.enum(Object.keys(studyNotices).filter((name): name is StudyNotice => name in studyNotices))

type JobSpec = Versioned & {
  queue: QueueName
  /** Runs in all, with a pause after each failure that doubles from `backoffMs`. */
  attempts: number
  backoffMs: number
  /** Present: the job runs by itself, at start and then at this interval. Its payload is empty. */
  everyMs?: number
  /** Names under which the job may still wait, and what makes its present payload of one that was stored under them. */
  formerly?: Record<string, (former: Stored) => Stored>
}

type Stored = Record<string, unknown>

function defineJobs<const T extends Record<string, JobSpec>>(table: T): T {
  return table
}

const MINUTE = 60_000
const mail = { queue: 'mail', v: 1, backoffMs: 5_000 } as const
/** An administrator waits for them: not behind longer upkeep. */
const tests = { queue: 'tests', v: 1, backoffMs: 5_000 } as const
const upkeep = { queue: 'upkeep', attempts: 1, backoffMs: MINUTE, v: 1, payload: z.object({}) } as const

/** Of an email about a report. Version 0.2.0 queues no withdrawals. */
const reportNews = { reportId: z.uuid(), isWithdrawal: z.boolean().default(false) }

/** Everything that happens later. Each name has one handler in the worker; handlers are idempotent. */
export const jobs = defineJobs({
  /** Packs the images of the studies that `zip_studies` names into the ZIP of `zips`. */
  'zip.build': {
    queue: 'archive',
    attempts: 5,
    backoffMs: 15_000,
    v: 1,
    payload: z.object({ zipId: z.uuid() }),
    formerly: {
      'study.archive': (former) => former,
      'studies.archive': ({ bulkZipId, ...rest }) => ({ ...rest, zipId: bulkZipId }),
    },
  },
  /** Makes the PDF of a signed report. A laboratory waits for it: its queue is its own. */
  'report.render': { queue: 'reports', attempts: 12, backoffMs: 1_000, v: 1, payload: z.object({ versionId: z.uuid() }) },
  /** Makes the Word document of a signed report, once its PDF is there. */
  'report.word': { queue: 'reports', attempts: 12, backoffMs: 1_000, v: 1, payload: z.object({ versionId: z.uuid() }) },
  /** Makes the archive's copy of a study's report the one that stands. */
  'report.archive': { queue: 'archive', attempts: 12, backoffMs: 5_000, v: 1, payload: z.object({ studyId: z.uuid() }) },
  /** Packs what is known of a patient into the ZIP of `privacy_actions`. */
  'privacy.export': { queue: 'archive', attempts: 5, backoffMs: 15_000, v: 1, payload: z.object({ actionId: z.uuid() }) },
  /** Removes from archive and storage what `privacy_removals` names. */
  'privacy.remove': { queue: 'archive', attempts: 12, backoffMs: 5_000, v: 1, payload: z.object({ actionId: z.uuid() }) },
  /** Applies the retention times, ends exports whose time is over, and goes on with what was left undone. */
  'privacy.upkeep': { ...upkeep, everyMs: 24 * 60 * MINUTE },
  /** Gives images another study UID, or their former one again: those that `image_moves` names. */
  'images.move': { queue: 'archive', attempts: 12, backoffMs: 5_000, v: 1, payload: z.object({ moveId: z.uuid() }) },
  /** Takes a study's images that cannot be read out of the archive, so that they can be sent again. */
  'damage.discard': { queue: 'archive', attempts: 5, backoffMs: 15_000, v: 1, payload: z.object({ studyId: z.uuid() }) },
  /** Makes the one-time code of a password recovery and mails it. The request's time tells an older one from the newest. */
  'otp.send': { ...mail, attempts: 5, payload: z.object({ resetId: z.uuid(), sentAt: z.iso.datetime() }) },
  /** Makes a generated password and mails it. Repeated for some hours: the account has no other password. */
  'password.issue': { ...mail, attempts: 12, payload: z.object({ userId: z.uuid(), requestId: z.uuid() }) },
  /** Tells a user by mail that the password was changed. */
  'password-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ userId: z.uuid(), changedAt: z.iso.datetime() }),
  },
  /** Tells one of the two addresses of an account, by mail, that the account has another address now. */
  'email-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ userId: z.uuid(), to: z.email(), address: z.enum(['former', 'present']), changedAt: z.iso.datetime() }),
  },
  /** Mails the administrator who asked whether mails go out. Tried only twice, because the administrator waits for it. */
  'test-mail.send': { ...mail, attempts: 2, payload: z.object({ userId: z.uuid() }) },
  /** Receives a test order that an administrator sent to an HL7 connection. Its control ID stays the same when the job is repeated. */
  'test-order.receive': {
    ...tests,
    attempts: 5,
    payload: z.object({ connectionId: z.uuid(), number: z.string(), sentAt: z.iso.datetime() }),
  },
  /** Asks a scanner by C-ECHO. The time of the request tells an older test from the newest. */
  'scanner.test': { ...tests, attempts: 2, payload: z.object({ aeTitle: z.string(), askedAt: z.iso.datetime() }) },
  /** Tells a user by mail what happened to the second factor of the account. */
  'second-factor-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ userId: z.uuid(), event: SecondFactorEvent, at: z.iso.datetime() }),
  },
  /** Mails a recipient that dispatched reports are ready. */
  'dispatch.send': { ...mail, attempts: 8, payload: z.object({ batchId: z.uuid() }) },
  /** Tells a laboratory that a report of it is final, was amended, or was withdrawn. */
  'report-notice.send': { ...mail, attempts: 8, payload: z.object(reportNews) },
  /** Tells somebody who has an earlier report of a study that it was amended or withdrawn. */
  'amendment-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({
      ...reportNews,
      /** The user who took the earlier report, or the dispatch that sent it. */
      receiver: z.union([z.strictObject({ userId: z.uuid() }), z.strictObject({ dispatchId: z.uuid() })]),
    }),
  },
  /** Tells a receiver of something about a study: an account, or the laboratory's contact. `id` is the study's, or of what it is about: for a question, its comment. */
  'study-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ notice: StudyNotice, id: z.uuid(), to: z.union([z.uuid(), z.literal('contact')]).default('contact') }),
    formerly: { 'question-notice.send': ({ commentId, ...rest }) => ({ notice: 'question', id: commentId, ...rest }) },
  },
  /** Tells somebody of a laboratory of a critical result: the user of this id, or its contact. */
  'critical-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ resultId: z.uuid(), to: z.union([z.uuid(), z.literal('contact')]) }),
  },
  /** Tells an account, or an address of a laboratory's rules, of studies whose report is due or late. */
  'escalation-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ to: z.union([z.uuid(), z.email()]), escalationIds: z.array(z.uuid()).min(1) }),
  },
  /** Tells an administrator of destinations of results whose deliveries are overdue. */
  'overdue-results-notice.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ userId: z.uuid(), destinationIds: z.array(z.uuid()).min(1) }),
  },
  /** Looks for destinations of results whose deliveries are overdue. */
  'overdue-results.tell': { ...upkeep, everyMs: MINUTE },
  /** Tells people of studies whose report is due or late. Not behind longer upkeep. */
  'escalations.tell': { ...upkeep, queue: 'reports', everyMs: 15_000 },
  /** Simulates automatic assignment. Takes seconds of a processor, with pauses. */
  'assignment.simulate': { queue: 'archive', attempts: 2, backoffMs: 5_000, v: 1, payload: z.object({ simulationId: z.uuid() }) },
  /** Deals the studies that wait for a doctor, in laboratories with automatic assignment. Not behind longer upkeep. */
  'studies.deal': { ...upkeep, queue: 'reports', everyMs: 15_000 },
  /** Notes the studies that another doctor should read and that only an administrator moves. */
  'moves.note': { ...upkeep, queue: 'reports', everyMs: MINUTE },
  /** Learns how long studies take to read. */
  'reading-times.learn': { ...upkeep, everyMs: 24 * 60 * MINUTE },
  /** Queues the emails about turnaround times and workload that are due. */
  'digests.queue': { ...upkeep, everyMs: MINUTE },
  /** Sends a digest to one address. Days: YYYY-MM-DD, both included. */
  'digest.send': {
    ...mail,
    attempts: 8,
    payload: z.object({ digestId: z.uuid(), address: z.email(), fromDate: z.iso.date(), toDate: z.iso.date() }),
  },
  /** Has laboratories told again of critical results that nobody has acknowledged. */
  'critical-results.remind': { ...upkeep, everyMs: MINUTE },
  /** Asks for missing ZIPs of recent studies, and again for those whose job was lost. */
  'zips.prebuild': { ...upkeep, everyMs: 5 * MINUTE },
  /** Ends ZIPs whose time is over and removes the files of those no longer in use. */
  'zips.expire': { ...upkeep, everyMs: 10 * MINUTE },
  /** Queues again what a worker of another version did not understand. */
  'understood-jobs.queue': { ...upkeep, everyMs: MINUTE },
  /** Adds up what studies are counted by, and forgets changes of lists that nobody asks for any more. */
  'counts.compact': { ...upkeep, everyMs: MINUTE },
  /** Compares the stored files with the rows that name them, both ways. */
  'objects.collect': { ...upkeep, everyMs: 60 * MINUTE },
  /** Notes the newest link of the audit log in storage. */
  'audit.note-head': { ...upkeep, everyMs: 60 * MINUTE },
  /** Walks along the chain of the audit log. Takes minutes: its queue is its own. */
  'audit.verify': { ...upkeep, queue: 'audit', everyMs: 24 * 60 * MINUTE },
  /** Removes HL7 messages that were kept for their connection's days. */
  'hl7-messages.expire': { ...upkeep, everyMs: 60 * MINUTE },
  /** Ends old orders of which nothing came. */
  'orders.end': { ...upkeep, everyMs: 60 * MINUTE },
  /** Puts uploaded reports into their studies' chains that version 0.2.0 or earlier stored. */
  'reports.chain': { ...upkeep, everyMs: 10 * MINUTE },
  /** Removes expired tickets, viewer grants, sessions and sign-in delays. */
  'sessions.purge': { ...upkeep, everyMs: 60 * MINUTE },
})

export type JobName = keyof typeof jobs
export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

const specs: { [N in JobName]: Versioned<JobPayload<N>> } = jobs

/** A job's stored payload in its present version. Throws a ZodError if it is not the job's. */
export const readPayload = <N extends JobName>(name: N, stored: unknown): JobPayload<N> => readVersioned(specs[name], stored)

/** A job's payload as it is stored. */
export const storedPayload = <N extends JobName>(name: N, payload: JobPayload<N>) => ({ v: jobs[name].v, ...payload })

export const jobNames = Object.keys(jobs).filter((name): name is JobName => name in jobs)
export const JobName = z.string().refine((name): name is JobName => name in jobs, 'no such job')

const formerNames = new Map(
  jobNames.flatMap((present) => {
    const spec: JobSpec = jobs[present]
    return Object.entries(spec.formerly ?? {}).map(([name, upgrade]) => [name, { name: present, upgrade }] as const)
  }),
)
const StoredPayload = z.record(z.string(), z.unknown())

/** A job as it is called today, whatever its name was when it was stored. Throws a ZodError for a name that no job ever had. */
export function presentJob(name: string, payload: unknown): { name: JobName; payload: unknown } {
  const former = formerNames.get(name)
  if (!former) return { name: JobName.parse(name), payload }
  return { name: former.name, payload: former.upgrade(StoredPayload.parse(payload)) }
}

export type JobRun = {
  /** No other attempt follows when this one fails. */
  isLast: boolean
  /** Aborted when the worker stops or has lost the job to another: end soon, the job runs again. */
  signal: AbortSignal
}

/** One handler per job; a missing one does not compile. */
export type JobHandlers<Context> = {
  [N in JobName]: (context: Context, payload: JobPayload<N>, run: JobRun) => Promise<void>
}

/** Does the work of a job. A job whose work throws is run again by its retry policy. */
export type RunJob<Context> = <N extends JobName>(name: N, context: Context, payload: JobPayload<N>, run: JobRun) => Promise<void>
