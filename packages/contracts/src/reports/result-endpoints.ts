import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'
import {
  AnswerKind,
  DeliveryAction,
  DeliveryState,
  DestinationState,
  isSecretFit,
  ResultDestinationFields,
  ResultKind,
  ResultSecret,
  webhookSecretLength,
} from './results.ts'

/** A destination with what waits for it. Its secret is never shown. */
export const ResultDestination = z.object({
  _id: Id,
  ...ResultDestinationFields.shape,
  labName: z.string(),
  state: DestinationState,
  hasSecret: z.boolean(),
  version: z.int().positive(),
  /** Null: nothing was sent yet. */
  lastAnswer: z.object({ answer: AnswerKind, at: Instant }).nullable(),
  /** The time of the next attempt, if the destination did not answer. */
  nextAttemptAt: Instant.nullable(),
  unsent: z.int(),
  overdue: z.int(),
})
export type ResultDestination = z.infer<typeof ResultDestination>

/** A message to a destination, without its content. */
export const ResultDelivery = z.object({
  _id: Id,
  /** The place in the queue. */
  position: z.int(),
  kind: ResultKind,
  state: DeliveryState,
  controlId: z.string(),
  /** Null: the message is not about a study. */
  studyId: Id.nullable(),
  /** Of the study or order. */
  accessionNumber: z.string().nullable(),
  /** The placer number of the order. Null: the message is not about an order. */
  placerNumber: z.string().nullable(),
  destinationName: z.string(),
  labName: z.string(),
  attempts: z.int(),
  lastAttemptAt: Instant.nullable(),
  answer: AnswerKind.nullable(),
  /** The receiver's words, or the code of a system's error. */
  answerText: z.string(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  /** It waits for an earlier message of its study, order or patient. */
  isBlocked: z.boolean(),
  isOverdue: z.boolean(),
})
export type ResultDelivery = z.infer<typeof ResultDelivery>

/** The number of deliveries on a page. */
export const deliveryPageSize = 50

/** `unsent`: what may still be sent, oldest first. */
export const DeliveryChoice = z.enum(['unsent', 'all', ...DeliveryState.options])
export type DeliveryChoice = z.infer<typeof DeliveryChoice>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const root = '/api/admin/result-destinations'
const ofDestination = { ...forAdmins, params: z.object({ destinationId: Id }) } as const
/** Left out or null: the destination keeps its secret. */
const secret = { secret: ResultSecret.nullable().default(null) }
const secretRule = { path: ['secret'], message: `must have at least ${webhookSecretLength} characters` }

export const resultEndpoints = defineEndpoints({
  destinations: {
    ...forAdmins,
    method: 'GET',
    path: root,
    summary: 'Systems of laboratories that receive reports, by name',
    response: ok({ destinations: z.array(ResultDestination) }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: root,
    summary: 'A system of a laboratory that receives its reports from now on',
    once: true,
    body: ResultDestinationFields.extend(secret).refine(isSecretFit, secretRule),
    response: ok({ message: z.string(), _id: Id }),
    errors: [
      'LAB_NOT_FOUND',
      'RESULT_DESTINATION_NAME_TAKEN',
      'RESULT_SECRET_MISSING',
      'RESULTS_KEY_MISSING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  update: {
    ...ofDestination,
    method: 'PUT',
    path: `${root}/:destinationId`,
    summary: 'Change a destination. Applies to the next message',
    body: ResultDestinationFields.omit({ labId: true })
      .extend({ ...secret, version: z.int().positive() })
      .refine(isSecretFit, secretRule),
    response: ok({ message: z.string() }),
    errors: [
      'RESULT_DESTINATION_NOT_FOUND',
      'RESULT_DESTINATION_NAME_TAKEN',
      'RESULT_SECRET_MISSING',
      'RESULTS_KEY_MISSING',
      'CONFLICT',
    ],
  },
  test: {
    ...ofDestination,
    method: 'POST',
    path: `${root}/:destinationId/test`,
    summary: 'Send a message without a patient, after those that wait',
    once: true,
    response: ok({ message: z.string() }),
    errors: ['RESULT_DESTINATION_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  deliveries: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/result-deliveries',
    summary: 'Messages to destinations: unsent ones oldest first, others newest first',
    query: z.strictObject({
      labId: Id.optional(),
      destinationId: Id.optional(),
      state: DeliveryChoice.default('unsent'),
      /** The last position of the page before. */
      after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    response: ok({ deliveries: z.array(ResultDelivery), hasMore: z.boolean() }),
    errors: [],
  },
  change: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/result-deliveries/:deliveryId',
    summary: 'Retry, hold, release, rewrite or cancel a delivery',
    params: z.object({ deliveryId: Id }),
    body: z.strictObject({ action: DeliveryAction }),
    response: ok({ message: z.string() }),
    errors: ['RESULT_DELIVERY_NOT_FOUND', 'DELIVERY_CHANGED'],
  },
})
