import { AppError } from '@readroom/contracts/core/errors'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Tx } from '@readroom/db/core/client'
import { appendToOutbox } from '@readroom/db/core/outbox'
import { type DeadLetter, lockNotUnderstood, takeDeadLetter } from '@readroom/db/operations/dead-letters'
import { JobName, jobs, presentJob, readPayload } from '@readroom/jobs/jobs'

/** The stored payload of a job that can be queued again, or null. */
export function repeatableJob(letter: DeadLetter): { name: JobName; payload: unknown } | null {
  if (letter.source === 'live') return null
  try {
    const job = presentJob(letter.name, letter.payload)
    readPayload(job.name, job.payload)
    return job
  } catch {
    return null
  }
}

/** Reports whether a job sends mail. Knows the jobs of this version and of earlier ones. */
export const isMailJob = (name: string): boolean => {
  const job = JobName.safeParse(name)
  return job.success && jobs[job.data].queue === 'mail'
}

async function take(tx: Tx, deadLetterId: string): Promise<DeadLetter> {
  const letter = await takeDeadLetter(tx, deadLetterId)
  if (!letter) throw new AppError('DEAD_LETTER_NOT_FOUND')
  return letter
}

const targetOf = ({ id }: DeadLetter) => ({ type: 'dead_letter', id })

/** Queues a job again that failed for good or was not understood then. Throws DEAD_LETTER_NOT_FOUND, DEAD_LETTER_UNKNOWN. */
export async function retryDeadLetter(tx: Tx, actor: Actor, deadLetterId: string): Promise<void> {
  const letter = await take(tx, deadLetterId)
  const job = repeatableJob(letter)
  if (!job) throw new AppError('DEAD_LETTER_UNKNOWN')
  await appendToOutbox(tx, [{ kind: 'job', ...job }])
  await audit(tx, actor, { action: 'dead_letter.retried', target: targetOf(letter), details: { name: letter.name } })
}

const requeuedAtOnce = 500

/**
 * Queues the jobs again that a process of another version did not understand and this one does: while programs are updated, an old worker may
 * meet a job of the new ones.
 */
export async function requeueUnderstood(tx: Tx): Promise<void> {
  for (const letter of await lockNotUnderstood(tx, requeuedAtOnce)) {
    const job = repeatableJob(letter)
    if (!job) continue
    await takeDeadLetter(tx, letter.id)
    await appendToOutbox(tx, [{ kind: 'job', ...job }])
  }
}

/** Takes a letter off the list. Throws DEAD_LETTER_NOT_FOUND. */
export async function dismissDeadLetter(tx: Tx, actor: Actor, deadLetterId: string): Promise<void> {
  const letter = await take(tx, deadLetterId)
  await audit(tx, actor, { action: 'dead_letter.dismissed', target: targetOf(letter), details: { name: letter.name } })
}
