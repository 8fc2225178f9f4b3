import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { RefusedConnections } from '../core/port-refusals.ts'
import { Id, Instant, line } from '../core/primitives.ts'
import { Hl7Charset, Hl7ConnectionFields, Hl7Mapping, Hl7MessageState, hl7MessageFlags, UnknownField } from './hl7.ts'
import { OrderCommand } from './orders.ts'

/** A connection with its newest message. */
export const Hl7Connection = z.object({
  _id: Id,
  ...Hl7ConnectionFields.shape,
  labName: z.string(),
  version: z.int().positive(),
  /** Null: none was received yet, or all were removed. */
  /** Values of its messages that it does not know, the most frequent first. Empty: of a field whose values are not kept. */
  unknownValues: z.array(z.object({ field: UnknownField, value: z.string(), count: z.int(), lastAt: Instant })),
  lastMessage: z.object({ receivedAt: Instant, state: Hl7MessageState }).nullable(),
})
export type Hl7Connection = z.infer<typeof Hl7Connection>

/** A received message without its text. */
export const Hl7Message = z.object({
  _id: Id,
  receivedAt: Instant,
  sendingApplication: z.string(),
  sendingFacility: z.string(),
  controlId: z.string(),
  type: z.string(),
  state: Hl7MessageState,
  faults: z.array(z.string()),
  flags: z.array(z.enum(hl7MessageFlags)),
  /** False: the patient was erased, or the message was for somebody else. */
  hasText: z.boolean(),
})
export type Hl7Message = z.infer<typeof Hl7Message>

const Counted = z.int().nonnegative()

/** The newest messages of a connection, up to 1,000: what they filled, and what became of them. */
export const Hl7Activity = z.object({
  messages: Counted,
  /** Those whose content was taken: applied, or waiting for an administrator. */
  taken: Counted,
  /** When the oldest of them came. */
  since: Instant.nullable(),
  states: z.array(z.object({ state: Hl7MessageState, count: Counted })),
  /** The taken messages that filled each field; those of the patient begin with `patient.`. */
  fields: z.array(z.object({ field: z.string(), count: Counted })),
  /** The most frequent faults, as they were answered. */
  faults: z.array(z.object({ text: z.string(), count: Counted })),
  /** The orders that found no images a day after their time: how many, and the newest of them. */
  withoutImages: Counted,
  ordersWithoutImages: z.array(z.object({ _id: Id, number: z.string(), at: Instant })),
  /** The orders with a final report, and the minutes that half and nine of ten of them took. */
  results: Counted,
  medianMinutes: z.number().nullable(),
  slowMinutes: z.number().nullable(),
  /** Connections to HL7 ports of its laboratory that were refused in the last day. */
  refusals: z.array(RefusedConnections),
})
export type Hl7Activity = z.infer<typeof Hl7Activity>

/** The number of messages on a page. */
export const hl7PageSize = 50

/** A value of a message and its place, such as `PID-5.1`. */
export const Hl7Value = z.object({ place: z.string(), value: z.string() })
export type Hl7Value = z.infer<typeof Hl7Value>

export const Hl7Preview = z.object({
  values: z.array(Hl7Value),
  state: Hl7MessageState,
  faults: z.array(z.string()),
  flags: z.array(z.enum(hl7MessageFlags)),
  /** A value that the connection does not know, with its place. */
  unknownValues: z.array(z.object({ field: UnknownField, place: z.string(), value: z.string() })),
  orders: z.array(OrderCommand),
})
export type Hl7Preview = z.infer<typeof Hl7Preview>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const root = '/api/admin/hl7-connections'
const onConnection = { ...forAdmins, params: z.object({ connectionId: Id }) } as const

export const hl7Endpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: root,
    summary: 'HL7 connections, by name',
    response: ok({ connections: z.array(Hl7Connection) }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: root,
    summary: 'A port on which the systems of a laboratory send HL7 v2 messages',
    once: true,
    body: Hl7ConnectionFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['LAB_NOT_FOUND', 'HL7_NAME_TAKEN', 'HL7_PORT_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onConnection,
    method: 'PUT',
    path: `${root}/:connectionId`,
    summary: 'Change an HL7 connection. Applies within five seconds',
    body: Hl7ConnectionFields.omit({ labId: true }).extend({ version: z.int().positive() }),
    response: ok({ message: z.string() }),
    errors: ['HL7_CONNECTION_NOT_FOUND', 'HL7_NAME_TAKEN', 'HL7_PORT_TAKEN', 'CONFLICT'],
  },
  sendTestOrder: {
    ...onConnection,
    method: 'POST',
    path: `${root}/:connectionId/test-order`,
    summary: 'Receive an order of a patient who does not exist, as if the laboratory had sent it',
    once: true,
    response: ok({ message: z.string() }),
    errors: ['HL7_CONNECTION_NOT_FOUND', 'HL7_CONNECTION_DISABLED', 'IDEMPOTENCY_KEY_REUSED'],
  },
  messages: {
    ...onConnection,
    method: 'GET',
    path: `${root}/:connectionId/messages`,
    summary: 'Messages of a connection, newest first',
    query: z.strictObject({
      state: Hl7MessageState.optional(),
      /** A control ID as a whole. */
      controlId: line(199).default(''),
      /** The last message of the page before. */
      before: Id.optional(),
    }),
    response: ok({ messages: z.array(Hl7Message), hasMore: z.boolean() }),
    errors: ['HL7_CONNECTION_NOT_FOUND'],
  },
  activity: {
    ...onConnection,
    method: 'GET',
    path: `${root}/:connectionId/activity`,
    summary:
      'The newest 1,000 messages of a connection in figures: filled fields, faults, orders without images, times of results',
    response: ok({ activity: Hl7Activity }),
    errors: ['HL7_CONNECTION_NOT_FOUND'],
  },
  text: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/hl7-messages/:messageId',
    summary: 'The text of a message, value by value',
    leavesTrace: true,
    params: z.object({ messageId: Id }),
    response: ok({ values: z.array(Hl7Value) }),
    errors: ['HL7_MESSAGE_NOT_FOUND'],
  },
  preview: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/hl7-preview',
    summary: 'Read a message as a connection would. Nothing is stored',
    body: z.strictObject({
      text: z.string().min(1).max(200_000),
      charset: Hl7Charset,
      mapping: Hl7Mapping,
      sendingFacility: Hl7ConnectionFields.shape.sendingFacility,
    }),
    response: ok({ preview: Hl7Preview }),
    errors: ['NOT_HL7'],
  },
})
