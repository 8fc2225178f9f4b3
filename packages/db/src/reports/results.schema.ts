import { shownOrderStates } from '@readroom/contracts/orders/orders'
import {
  answerKinds,
  deliveryStates,
  destinationStates,
  mergeNoticeKinds,
  orderNoticeKinds,
  type ResultSettings,
  reportNoticeKinds,
  resultKinds,
  studyNoticeKinds,
  unsentStates,
} from '@readroom/contracts/reports/results'
import { sql } from 'drizzle-orm'
import { bigserial, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, instant, literals, oneOf, version } from '../core/columns.ts'
import { orders } from '../orders/orders.schema.ts'
import { patientMerges } from '../patients/patients.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { reports } from './reports.schema.ts'

/** A system of a laboratory that receives its reports (docs/decisions/reports/results-out.md). */
export const resultDestinations = pgTable(
  'result_destinations',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    name: text('name').notNull(),
    settings: jsonb('settings').$type<ResultSettings>().notNull(),
    /** The key of a webhook, sealed. */
    sealedSecret: text('sealed_secret'),
    state: text('state', { enum: destinationStates }).notNull(),
    alertMinutes: integer('alert_minutes').notNull(),
    /** The attempts without an answer since the last one with one. */
    failures: integer('failures').notNull().default(0),
    /** Nothing is sent before. Null: at once. */
    nextAttemptAt: instant('next_attempt_at'),
    lastAnswer: text('last_answer', { enum: answerKinds }),
    lastAnswerAt: instant('last_answer_at'),
    /** Administrators were told of overdue deliveries. Null: there are none, or nobody was told yet. */
    overdueToldAt: instant('overdue_told_at'),
    /** The sender that has the destination for itself until then. */
    claim: uuid('claim'),
    claimedUntil: instant('claimed_until'),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('result_destinations_lab').on(t.labId),
    uniqueIndex('result_destinations_name').on(sql`lower(${t.name})`),
    oneOf('result_destinations_state_known', t.state, destinationStates),
    oneOf('result_destinations_last_answer_known', t.lastAnswer, answerKinds),
    check('result_destinations_alert_allowed', sql`${t.alertMinutes} between 5 and 10080`),
  ],
)

/** Messages to destinations, in the order in which they are sent. */
export const resultDeliveries = pgTable(
  'result_deliveries',
  {
    id: id(),
    /** The place in the queue. */
    position: bigserial('position', { mode: 'number' }).notNull(),
    destinationId: uuid('destination_id')
      .notNull()
      .references(() => resultDestinations.id),
    /** Null: a test message, or one about an order or a merge. */
    studyId: uuid('study_id').references(() => studies.id),
    /** The report, or the last one before a withdrawal. */
    reportId: uuid('report_id').references(() => reports.id),
    /** The order whose result this is, at a destination that gets one for each order. */
    ofOrderId: uuid('of_order_id').references(() => orders.id, { onDelete: 'set null' }),
    /** OBR-3 as it was sent: no other study or order has it at this destination. */
    fillerNumber: text('filler_number'),
    orderId: uuid('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The state of the order at the event. It may have another one when the message is sent. */
    orderState: text('order_state', { enum: shownOrderStates }),
    mergeId: uuid('merge_id').references(() => patientMerges.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: resultKinds }).notNull(),
    state: text('state', { enum: deliveryStates }).notNull().default('queued'),
    /** MSH-10, or the id that other receivers know a repeat by. It never changes. */
    controlId: text('control_id').notNull(),
    /** The bytes that are sent, from the first attempt until the receiver has them. */
    content: bytes('content'),
    /** SHA-256 of the content, hexadecimal. It stays. */
    contentHash: text('content_hash'),
    /** Of the DICOM instance that is sent. Null: another message. */
    sopClassUid: text('sop_class_uid'),
    attempts: integer('attempts').notNull().default(0),
    lastAttemptAt: instant('last_attempt_at'),
    answer: text('answer', { enum: answerKinds }),
    /** The receiver's words. */
    answerText: text('answer_text').notNull().default(''),
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('result_deliveries_control_id').on(t.controlId),
    index('result_deliveries_queue')
      .on(t.destinationId, t.position)
      .where(sql`${t.state} in (${literals(unsentStates)})`),
    index('result_deliveries_newest').on(t.position.desc()),
    index('result_deliveries_destination').on(t.destinationId, t.position.desc()),
    index('result_deliveries_study').on(t.studyId, t.position),
    index('result_deliveries_report').on(t.reportId),
    index('result_deliveries_order').on(t.orderId, t.position).where(sql`${t.orderId} is not null`),
    index('result_deliveries_of_order').on(t.ofOrderId).where(sql`${t.ofOrderId} is not null`),
    index('result_deliveries_filler_number').on(t.destinationId, t.fillerNumber).where(sql`${t.fillerNumber} is not null`),
    index('result_deliveries_merge').on(t.mergeId).where(sql`${t.mergeId} is not null`),
    oneOf('result_deliveries_kind_known', t.kind, resultKinds),
    oneOf('result_deliveries_state_known', t.state, deliveryStates),
    oneOf('result_deliveries_answer_known', t.answer, answerKinds),
    oneOf('result_deliveries_order_state_known', t.orderState, shownOrderStates),
    check(
      'result_deliveries_subject',
      sql`(${t.studyId} is not null) = (${t.kind} in (${literals([...reportNoticeKinds, ...studyNoticeKinds])}))
        and (${t.orderId} is not null) = (${t.kind} in (${literals(orderNoticeKinds)})) and (${t.orderId} is null) = (${t.orderState} is null)
        and (${t.mergeId} is not null) = (${t.kind} in (${literals(mergeNoticeKinds)}))`,
    ),
    check('result_deliveries_content_known', sql`${t.content} is null or ${t.contentHash} is not null`),
  ],
)
