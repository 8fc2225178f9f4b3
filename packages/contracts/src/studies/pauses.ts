import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, paragraph } from '../core/primitives.ts'
import { PauseReason } from './pause-reasons.ts'
import { WorklistRow } from './studies.ts'

/** The length of a question to the laboratory, and of its answer. */
export const maxQuestionLength = 1_000

const Words = paragraph(maxQuestionLength).min(1)

const onStudy = {
  scope: 'study',
  params: z.object({ studyId: Id }),
  response: ok({ study: WorklistRow }),
} as const

/** The beginning of the pause that the caller saw. Another pause since then refuses the call. */
const seen = { since: Instant }

export const pauseEndpoints = defineEndpoints({
  pause: {
    ...onStudy,
    method: 'POST',
    path: '/api/studies/:studyId/pause',
    summary: 'Ask the laboratory, and pause the deadline until it answers, for seven days at most',
    access: 'deadline.pause',
    once: true,
    body: z.strictObject({ reason: PauseReason, question: Words }),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION', 'NO_DEADLINE', 'ALREADY_PAUSED', 'IDEMPOTENCY_KEY_REUSED'],
  },
  renew: {
    ...onStudy,
    method: 'POST',
    path: '/api/studies/:studyId/pause/renew',
    summary: 'Let a pause last for seven days from now',
    access: 'deadline.pause',
    body: z.strictObject(seen),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION', 'NOT_PAUSED', 'CONFLICT'],
  },
  resume: {
    ...onStudy,
    method: 'POST',
    path: '/api/studies/:studyId/pause/resume',
    summary: 'End a pause without an answer',
    access: 'deadline.pause',
    body: z.strictObject(seen),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION', 'NOT_PAUSED', 'CONFLICT'],
  },
  answer: {
    ...onStudy,
    method: 'POST',
    path: '/api/studies/:studyId/pause/answer',
    summary: 'Answer the question of a pause, which ends it',
    access: 'deadline.answer',
    once: true,
    body: z.strictObject({ ...seen, answer: Words }),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION', 'NOT_PAUSED', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'],
  },
})
