import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'

/** Work or a message that nobody understood, or that failed for good. */
export const DeadLetter = z.object({
  _id: Id,
  /** The place of the failure: the outbox, the jobs, or the live channel. */
  source: z.enum(['outbox', 'job', 'live']),
  name: z.string(),
  reason: z.string(),
  /** The number of identical failures. */
  times: z.int().positive(),
  firstAt: Instant,
  lastAt: Instant,
  /** Somebody was not told something. */
  isMail: z.boolean(),
  /** A job that this version knows: it can be done again. */
  canRetry: z.boolean(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

/** Letters on one page; the rest appears when these are gone. */
export const deadLettersShown = 100

const onLetter = { access: 'system.manage', scope: 'none', params: z.object({ deadLetterId: Id }) } as const

export const deadLetterEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/admin/dead-letters',
    summary: 'Failed jobs and messages, newest first',
    access: 'system.manage',
    scope: 'none',
    response: ok({ data: z.array(DeadLetter), totalRecords: z.int().nonnegative() }),
    errors: [],
  },
  retry: {
    ...onLetter,
    method: 'POST',
    path: '/api/admin/dead-letters/:deadLetterId/retry',
    summary: 'Queue the job again',
    response: ok({ message: z.string() }),
    errors: ['DEAD_LETTER_NOT_FOUND', 'DEAD_LETTER_UNKNOWN'],
  },
  dismiss: {
    ...onLetter,
    method: 'DELETE',
    path: '/api/admin/dead-letters/:deadLetterId',
    summary: 'Remove the entry from the list',
    response: ok({ message: z.string() }),
    errors: ['DEAD_LETTER_NOT_FOUND'],
  },
})
