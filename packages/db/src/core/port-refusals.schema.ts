import { guardedPorts, portRefusalReasons } from '@readroom/contracts/core/port-refusals'
import { bigint, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { labs } from '../people/labs.schema.ts'
import { id, instant, oneOf } from './columns.ts'

/** Connections that a listening port refused, by day, sender and reason. Rows are removed a day after the last refusal. */
export const portRefusals = pgTable(
  'port_refusals',
  {
    id: id(),
    port: text('port', { enum: guardedPorts }).notNull(),
    /** The laboratory of an HL7 connection. Null: only the AE title says it, if there is one. */
    labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** As it was sent; empty if it is not known. */
    aeTitle: text('ae_title').notNull().default(''),
    reason: text('reason', { enum: portRefusalReasons }).notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    /** Null for what an older version counted. */
    firstAt: instant('first_at'),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [
    unique('port_refusals_what').on(t.port, t.labId, t.address, t.aeTitle, t.reason).nullsNotDistinct(),
    index('port_refusals_lab').on(t.labId),
    oneOf('port_refusals_port', t.port, guardedPorts),
    oneOf('port_refusals_reason', t.reason, portRefusalReasons),
  ],
)
