import type { Origin } from '@readroom/contracts/core/origin'
import { bigserial, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, oneOf } from './columns.ts'

/** The messages that leave the database once their transaction is committed: jobs to BullMQ, live events to Redis. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    kind: text('kind', { enum: ['job', 'live'] }).notNull(),
    name: text('name').notNull(),
    payload: jsonb('payload').notNull(),
    /** On behalf of which request, and where in a trace. */
    origin: jsonb('origin').$type<Origin>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [oneOf('outbox_kind', t.kind, ['job', 'live'])],
)
