import {
  type SimulationChanges,
  type SimulationResult,
  simulationStates,
} from '@readroom/contracts/turnaround/assignment-simulations'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { labs } from '../people/labs.schema.ts'

/** Simulations of automatic assignment, kept as a record (docs/decisions/turnaround/assignment-simulation.md). */
export const assignmentSimulations = pgTable(
  'assignment_simulations',
  {
    id: id(),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => users.id),
    /** The end of the period, too. */
    requestedAt: instant('requested_at').notNull().defaultNow(),
    days: integer('days').notNull(),
    /** Null: all. */
    labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
    /** What differs from now. Null: nothing. */
    changes: jsonb('changes').$type<SimulationChanges>(),
    state: text('state', { enum: simulationStates }).notNull().default('waiting'),
    /** Percent. */
    progress: integer('progress').notNull().default(0),
    /** Of those that are done. Has ids of doctors and laboratories, and nothing of a study or patient. */
    result: jsonb('result').$type<SimulationResult>(),
  },
  (t) => [
    index('assignment_simulations_requested').on(t.requestedAt),
    index('assignment_simulations_requested_by').on(t.requestedBy),
    index('assignment_simulations_lab').on(t.labId),
    oneOf('assignment_simulations_state', t.state, simulationStates),
    check('assignment_simulations_result', sql`(${t.state} = 'done') = (${t.result} is not null)`),
  ],
)
