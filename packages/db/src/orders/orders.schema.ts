import { priorities } from '@readroom/contracts/core/primitives'
import {
  matchReasons,
  type OrderNumber,
  type OrderStep,
  type OrderVisit,
  orderEventSources,
  orderEvents,
  orderSources,
  orderStates,
  performedStepStates,
  type StepProtocol,
  statusReports,
} from '@readroom/contracts/orders/orders'
import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf, version } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'

const sexes = ['M', 'F', 'O'] as const

/** `type`: the kind of ID (HL7 table 0203), if the sender says so. */
type PatientId = { id: string; authority: string | null; type?: string | undefined }

/** The patient of an order before a merge, so that it can be undone. */
export type FormerPatient = {
  ids: PatientId[]
  name: string | null
  birthDate: string | null
  sex: 'M' | 'F' | 'O' | null
}

/** The values of a changed field, before and after. */
export type OrderChange = { field: string; before: unknown; after: unknown }

/**
 * An imaging order of a laboratory. It holds the patient as the order says; no person is made of it: the person is that of the studies
 * (docs/decisions/orders/orders.md).
 */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    placerNumber: text('placer_number').notNull(),
    /** Empty: the sender names none. */
    placerAuthority: text('placer_authority').notNull().default(''),
    source: text('source', { enum: orderSources }).notNull(),
    state: text('state', { enum: orderStates }).notNull().default('ordered'),
    /** The sender's own status, as it was told last. */
    reportedStatus: text('reported_status', { enum: statusReports }),
    fillerNumber: text('filler_number'),
    fillerAuthority: text('filler_authority'),
    accessionNumber: text('accession_number'),
    studyInstanceUid: text('study_instance_uid'),
    procedureId: text('procedure_id'),
    procedureCode: text('procedure_code'),
    procedureCodingSystem: text('procedure_coding_system'),
    procedureDescription: text('procedure_description'),
    modality: text('modality'),
    priority: text('priority', { enum: priorities }),
    indication: text('indication'),
    orderingPhysician: text('ordering_physician'),
    orderingPhysicianNumber: jsonb('ordering_physician_number').$type<OrderNumber>(),
    copiesTo: text('copies_to').array().notNull().default([]),
    scheduledAt: instant('scheduled_at'),
    station: text('station'),
    aeTitle: text('ae_title'),
    stepId: text('step_id'),
    /** Of the first step. */
    protocol: jsonb('protocol').$type<StepProtocol>(),
    furtherSteps: jsonb('further_steps').$type<OrderStep[]>().notNull().default([]),
    patientLocation: text('patient_location'),
    /** As the sender names it, for the result. */
    visit: jsonb('visit').$type<OrderVisit>(),
    /** Values of messages that nobody could read, as they were sent, by field. */
    unknownValues: jsonb('unknown_values').$type<Record<string, string>>().notNull().default({}),
    /** All ids of the patient. The first is the laboratory's own. */
    patientIds: jsonb('patient_ids').$type<PatientId[]>().notNull().default([]),
    /** As DICOM writes it. So is the ordering physician. */
    patientName: text('patient_name'),
    patientBirthDate: date('patient_birth_date'),
    patientSex: text('patient_sex', { enum: sexes }),
    /** The patients before each merge, the latest at the end. */
    formerPatients: jsonb('former_patients').$type<FormerPatient[]>().notNull().default([]),
    /** The texts of `patientIds`, by which studies are found, and of IDs before a merge. */
    patientIdTexts: text('patient_id_texts').array().notNull().default([]),
    /** Numbers and name, as searches compare them. Written by `programs/order_search.sql` alone. */
    searchAll: text('search_all').notNull().default(''),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.labId, t.placerNumber, t.placerAuthority),
    index('orders_lab').on(t.labId, t.id),
    // The modality worklist takes the earliest from it.
    index('orders_waiting')
      .on(t.labId, sql`coalesce(${t.scheduledAt}, ${t.createdAt})`, t.id)
      .where(sql`${t.state} = 'ordered' and ${t.modality} is not null`),
    // An arriving study looks for its order in these two.
    index('orders_study_uid').on(t.studyInstanceUid).where(sql`${t.studyInstanceUid} is not null`),
    index('orders_accession').on(t.labId, t.accessionNumber).where(sql`${t.accessionNumber} is not null`),
    index('orders_patient_ids').using('gin', t.patientIdTexts),
    index('orders_search').using('gin', t.searchAll.op('gin_trgm_ops')),
    oneOf('orders_source_known', t.source, orderSources),
    oneOf('orders_state_known', t.state, orderStates),
    oneOf('orders_reported_status_known', t.reportedStatus, statusReports),
    oneOf('orders_priority_known', t.priority, priorities),
    oneOf('orders_patient_sex_known', t.patientSex, sexes),
    check('orders_placer_number_present', sql`${t.placerNumber} <> ''`),
  ],
)

/** The studies that belong to an order. A match counts while nobody has ended it, and while study and order are of one laboratory. */
export const orderMatches = pgTable(
  'order_matches',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    reason: text('reason', { enum: matchReasons }).notNull(),
    matchedAt: instant('matched_at').notNull().defaultNow(),
    /** Null: the system. */
    matchedBy: uuid('matched_by').references(() => users.id),
    /** When a person ended the match. The row stays, so that the pair is not matched again without a person. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.studyId] }),
    index('order_matches_study').on(t.studyId),
    index('order_matches_matched_by').on(t.matchedBy),
    oneOf('order_matches_reason_known', t.reason, matchReasons),
  ],
)

/** The history of an order: who or what changed it, when, and what. */
export const orderEventLog = pgTable(
  'order_events',
  {
    id: id(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    event: text('event', { enum: orderEvents }).notNull(),
    source: text('source', { enum: orderEventSources }).notNull(),
    /** Null: a connected system or scanner, which `sender` names, or Readroom itself. */
    actorUserId: uuid('actor_user_id').references(() => users.id),
    sender: text('sender').notNull().default(''),
    reason: text('reason'),
    changes: jsonb('changes').$type<OrderChange[]>().notNull().default([]),
    /** The study that was matched, or no longer is. Without a reference: a study may be erased before its order. */
    ofStudy: uuid('of_study'),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('order_events_order').on(t.orderId, t.at),
    index('order_events_actor').on(t.actorUserId),
    oneOf('order_events_event_known', t.event, orderEvents),
    oneOf('order_events_source_known', t.source, orderEventSources),
  ],
)

/** The performed procedure steps that scanners report (docs/decisions/orders/performed-steps.md). */
export const performedSteps = pgTable(
  'performed_steps',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id, { onDelete: 'cascade' }),
    /** The scanner's own, by which it speaks of the step again. */
    sopInstanceUid: text('sop_instance_uid').notNull(),
    state: text('state', { enum: performedStepStates }).notNull(),
    /** The AE title of the scanner. */
    aeTitle: text('ae_title').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('performed_steps_uid').on(t.labId, t.sopInstanceUid),
    // The System page counts those whose images have not come.
    index('performed_steps_completed').on(t.updatedAt).where(sql`${t.state} = 'completed'`),
    oneOf('performed_steps_state_known', t.state, performedStepStates),
  ],
)

/** The orders that a step performs: none, one, or several. */
export const performedStepOrders = pgTable(
  'performed_step_orders',
  {
    stepId: uuid('step_id')
      .notNull()
      .references(() => performedSteps.id, { onDelete: 'cascade' }),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.stepId, t.orderId] }), index('performed_step_orders_order').on(t.orderId)],
)
