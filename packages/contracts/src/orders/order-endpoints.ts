import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, Cursor, Id, Instant, line, Priority, paragraph, Sex } from '../core/primitives.ts'
import { StudyStatus } from '../studies/study-workflow.ts'
import {
  MatchReason,
  OrderDifference,
  OrderEvent,
  OrderEventSource,
  OrderFields,
  OrderNumber,
  OrderSource,
  OrderState,
  ShownOrderState,
  StatusReport,
} from './orders.ts'

const known = z.string().nullable()

/** A study as the Orders page shows it beside an order. */
export const OrderStudy = z.object({
  studyId: Id,
  status: StudyStatus,
  patientId: known,
  patientName: known,
  birthDate: CalendarDate.nullable(),
  sex: Sex.nullable(),
  accessionNumber: known,
  description: known,
  modality: known,
  studyDate: CalendarDate.nullable(),
  receivedAt: Instant,
})
export type OrderStudy = z.infer<typeof OrderStudy>

/** A row of the list of orders. */
export const Order = z.object({
  _id: Id,
  number: z.string(),
  authority: known,
  filler: OrderNumber.nullable(),
  source: OrderSource,
  /** As commands left it, and as people see it. */
  ownState: OrderState,
  state: ShownOrderState,
  labId: Id,
  labName: z.string(),
  accessionNumber: known,
  studyInstanceUid: known,
  procedure: z.object({ id: known, code: known, codingSystem: known, description: known }),
  modality: known,
  priority: Priority.nullable(),
  indication: known,
  orderingPhysician: known,
  copiesTo: z.array(z.string()),
  scheduledAt: Instant.nullable(),
  station: known,
  aeTitle: known,
  /** Values of its messages that nobody could read, by field. */
  unknownValues: z.record(z.string(), z.string()),
  patient: z.object({
    ids: z.array(z.object({ id: z.string(), authority: known })),
    name: known,
    birthDate: CalendarDate.nullable(),
    sex: Sex.nullable(),
  }),
  receivedAt: Instant,
  version: z.int(),
  studies: z.array(OrderStudy.extend({ reason: MatchReason, differences: z.array(OrderDifference) })),
})
export type Order = z.infer<typeof Order>

/** An entry of an order's history. */
export const OrderHistoryEntry = z.object({
  event: OrderEvent,
  at: Instant,
  source: OrderEventSource,
  /** The account, the connected system, or the scanner. */
  by: z.string(),
  reason: known,
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type OrderHistoryEntry = z.infer<typeof OrderHistoryEntry>

export const OrderDetails = Order.extend({ reportedStatus: StatusReport.nullable(), history: z.array(OrderHistoryEntry) })
export type OrderDetails = z.infer<typeof OrderDetails>

/** The part of a study's order that its readers see. */
export const StudyOrder = Order.pick({
  _id: true,
  number: true,
  state: true,
  source: true,
  procedure: true,
  priority: true,
  indication: true,
  orderingPhysician: true,
  copiesTo: true,
  scheduledAt: true,
})
export type StudyOrder = z.infer<typeof StudyOrder>

export const orderPageSize = 50

const Page = { limit: z.coerce.number().int().min(1).max(200).default(orderPageSize), cursor: Cursor.optional() }

export const OrderQuery = z.strictObject({
  state: ShownOrderState.optional(),
  labId: Id.optional(),
  /** Days on which the order came. */
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
  search: line(200).default(''),
  ...Page,
})
export type OrderQuery = z.infer<typeof OrderQuery>

/** The fields that people fill in. */
export const OrderForm = OrderFields.omit({ filler: true })
export type OrderForm = z.infer<typeof OrderForm>

const forStaff = { access: 'order.manage', scope: 'rows' } as const
const onOrder = { ...forStaff, params: z.object({ orderId: Id }) } as const
const answersOrder = { response: ok({ order: OrderDetails }) } as const
const version = z.int().positive()
const reason = paragraph(2_000).default('')

/** The commands that people give at the Orders page beside a change. */
export const orderActions = ['cancel', 'hold', 'release', 'discontinue'] as const
export const OrderAction = z.enum(orderActions)
export type OrderAction = z.infer<typeof OrderAction>

export const orderEndpoints = defineEndpoints({
  list: {
    ...forStaff,
    method: 'GET',
    path: '/api/orders',
    summary: 'Imaging orders, newest first. Laboratory staff get those of their laboratory',
    query: OrderQuery,
    response: ok({ orders: z.array(Order), nextCursor: Cursor.nullable() }),
    errors: [],
  },
  read: {
    ...onOrder,
    method: 'GET',
    path: '/api/orders/:orderId',
    summary: 'An imaging order with its studies and history',
    ...answersOrder,
    errors: ['ORDER_NOT_FOUND'],
  },
  create: {
    ...forStaff,
    method: 'POST',
    path: '/api/orders',
    summary: 'Enter an imaging order. Studies that it names are matched at once. Administrators say which laboratory it is for',
    once: true,
    body: OrderForm.extend({
      number: line(199).min(1),
      /** Of administrators only: laboratory staff enter orders of their own laboratory. */
      labId: Id.optional(),
    }),
    ...answersOrder,
    errors: ['LAB_NOT_FOUND', 'ORDER_EXISTS', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'],
  },
  change: {
    ...onOrder,
    method: 'PUT',
    path: '/api/orders/:orderId',
    summary: 'Change the fields of an imaging order that are given',
    body: OrderForm.extend({ version }),
    ...answersOrder,
    errors: ['ORDER_NOT_FOUND', 'ORDER_CLOSED', 'CONFLICT'],
  },
  act: {
    ...onOrder,
    method: 'POST',
    path: '/api/orders/:orderId/actions',
    summary: 'Cancel, hold, release or discontinue an imaging order',
    body: z.strictObject({ action: OrderAction, reason, version }),
    ...answersOrder,
    errors: ['ORDER_NOT_FOUND', 'ORDER_CLOSED', 'ORDER_REPORTED', 'ORDER_PERFORMED', 'CONFLICT'],
  },
  candidateStudies: {
    ...onOrder,
    method: 'GET',
    path: '/api/orders/:orderId/candidates',
    summary: 'The studies that may be those of an imaging order, those without another order first',
    response: ok({
      /** `orders`: the numbers of the orders that the study has. */
      candidates: z.array(OrderStudy.extend({ differences: z.array(OrderDifference), orders: z.array(z.string()) })),
    }),
    errors: ['ORDER_NOT_FOUND'],
  },
  match: {
    ...onOrder,
    method: 'POST',
    path: '/api/orders/:orderId/studies/:studyId',
    params: z.object({ orderId: Id, studyId: Id }),
    summary: 'Match an imaging order and a study',
    body: z.strictObject({
      version,
      /** The account has confirmed that order and images name different patients. */
      isDifferenceConfirmed: z.boolean().default(false),
    }),
    ...answersOrder,
    errors: ['ORDER_NOT_FOUND', 'STUDY_NOT_FOUND', 'ORDER_OF_OTHER_LABORATORY', 'ORDER_CLOSED', 'ORDER_DIFFERS', 'CONFLICT'],
  },
  unmatch: {
    ...onOrder,
    method: 'DELETE',
    path: '/api/orders/:orderId/studies/:studyId',
    params: z.object({ orderId: Id, studyId: Id }),
    summary: 'Remove the match of an imaging order and a study',
    query: z.strictObject({ version: z.coerce.number().int().positive() }),
    ...answersOrder,
    errors: ['ORDER_NOT_FOUND', 'STUDY_NOT_FOUND', 'CONFLICT'],
  },
  studiesWithoutOrder: {
    ...forStaff,
    method: 'GET',
    path: '/api/orders/studies-without-order',
    summary: 'Studies that have no imaging order, newest first',
    query: z.strictObject({ labId: Id.optional(), ...Page }),
    response: ok({ studies: z.array(OrderStudy.extend({ labId: Id, labName: z.string() })), nextCursor: Cursor.nullable() }),
    errors: [],
  },
  candidateOrders: {
    method: 'GET',
    path: '/api/studies/:studyId/order-candidates',
    summary: 'The open imaging orders that may be those of a study; with a search text those that it finds',
    access: 'order.manage',
    scope: 'study',
    params: z.object({ studyId: Id }),
    query: z.strictObject({ search: line(200).default('') }),
    response: ok({ candidates: z.array(Order.extend({ differences: z.array(OrderDifference) })) }),
    errors: ['STUDY_NOT_FOUND'],
  },
  ofStudy: {
    method: 'GET',
    path: '/api/studies/:studyId/orders',
    summary: 'The imaging orders of a study, with their indication',
    access: 'study.view',
    scope: 'study',
    params: z.object({ studyId: Id }),
    response: ok({ orders: z.array(StudyOrder) }),
    errors: ['STUDY_NOT_FOUND'],
  },
})
