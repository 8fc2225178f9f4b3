import {
  type Hl7Mapping,
  type Hl7MessageFlag,
  hl7Charsets,
  hl7MessageFlags,
  hl7MessageStates,
  unknownFields,
} from '@readroom/contracts/orders/hl7'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, id, instant, literals, oneOf, version } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** A port on which one laboratory's systems send HL7 v2 messages (docs/decisions/orders/hl7.md). */
export const hl7Connections = pgTable(
  'hl7_connections',
  {
    id: id(),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    name: text('name').notNull(),
    port: integer('port').notNull(),
    /** Certificates of senders in PEM, or of their authority. Null: without TLS. */
    clientCertificates: text('client_certificates'),
    allowedAddresses: text('allowed_addresses').array().notNull(),
    sendingFacility: text('sending_facility'),
    charset: text('charset', { enum: hl7Charsets }).notNull(),
    mapping: jsonb('mapping').$type<Hl7Mapping>().notNull(),
    isEnabled: boolean('is_enabled').notNull().default(false),
    keepDays: integer('keep_days').notNull().default(90),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('hl7_connections_lab').on(t.labId),
    uniqueIndex('hl7_connections_port').on(t.port),
    uniqueIndex('hl7_connections_name').on(sql`lower(${t.name})`),
    oneOf('hl7_connections_charset_known', t.charset, hl7Charsets),
    check('hl7_connections_port_allowed', sql`${t.port} between 1024 and 65535`),
    check('hl7_connections_keep_days_allowed', sql`${t.keepDays} between 1 and 3650`),
  ],
)

/**
 * The messages that were answered, with their answers: the same message again gets the same answer. Rows are removed after the connection's days.
 * An erasure of the patient removes the message's text and IDs, and leaves its answer.
 */
export const hl7Messages = pgTable(
  'hl7_messages',
  {
    id: id(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => hl7Connections.id, { onDelete: 'cascade' }),
    /** MSH-3, MSH-4 and MSH-10, as far as they can be stored. */
    sendingApplication: text('sending_application').notNull(),
    sendingFacility: text('sending_facility').notNull(),
    controlId: text('control_id').notNull(),
    /** SHA-256 of the message. */
    hash: text('hash').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** MSH-9, such as `ORM^O01`. */
    type: text('type').notNull(),
    state: text('state', { enum: hl7MessageStates }).notNull(),
    /** The faults as they were answered: names of fields, and no values. */
    faults: text('faults').array().notNull().default([]),
    flags: text('flags').array().$type<Hl7MessageFlag[]>().notNull().default([]),
    /** The acknowledgements in the order in which they were sent, each in base64. */
    answers: text('answers').array().notNull(),
    /** The message without change. Null: its patient was erased, or it was for somebody else. */
    raw: bytes('raw'),
    /** The patient IDs in it, by which an erasure finds it. */
    patientIds: text('patient_ids').array().notNull().default([]),
    /** The fields of orders and patients that it filled. */
    fields: text('fields').array().notNull().default([]),
    /** The orders that it was about. */
    orderIds: uuid('order_ids').array().notNull().default([]),
  },
  (t) => [
    uniqueIndex('hl7_messages_sent').on(t.connectionId, t.controlId, t.sendingApplication, t.sendingFacility, t.hash),
    index('hl7_messages_newest').on(t.connectionId, t.id),
    // The System page counts those of a day.
    index('hl7_messages_unapplied').on(t.receivedAt).where(sql`${t.state} in ('faulty', 'refused', 'failed')`),
    index('hl7_messages_received').on(t.connectionId, t.receivedAt),
    index('hl7_messages_patient_ids').using('gin', t.patientIds),
    oneOf('hl7_messages_state_known', t.state, hl7MessageStates),
    check('hl7_messages_flags_known', sql`${t.flags} <@ array[${literals(hl7MessageFlags)}]::text[]`),
  ],
)

/** How often messages of a connection had a value that it does not know. Removed with old messages, and when a table explains the value. */
export const hl7UnknownValues = pgTable(
  'hl7_unknown_values',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => hl7Connections.id, { onDelete: 'cascade' }),
    field: text('field', { enum: unknownFields }).notNull(),
    /** Empty for days, times and UIDs, which are the patient's. */
    value: text('value').notNull(),
    count: integer('count').notNull().default(1),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.connectionId, t.field, t.value] }),
    oneOf('hl7_unknown_values_field_known', t.field, unknownFields),
  ],
)
