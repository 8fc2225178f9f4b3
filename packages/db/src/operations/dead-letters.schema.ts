import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, oneOf } from '../core/columns.ts'

export const deadLetterSources = ['outbox', 'job', 'live'] as const

/**
 * Failed jobs and messages: rows of the outbox, jobs, live messages. Administrators see them and decide.
 * One row for all that are the same.
 */
export const deadLetters = pgTable(
  'dead_letters',
  {
    id: id(),
    source: text('source', { enum: deadLetterSources }).notNull(),
    name: text('name').notNull(),
    /** As it was found; the beginning, if it was no JSON. */
    payload: jsonb('payload').notNull(),
    reason: text('reason').notNull(),
    /** Of source, name and payload. */
    fingerprint: text('fingerprint').notNull().unique(),
    times: integer('times').notNull().default(1),
    firstAt: instant('first_at').notNull().defaultNow(),
    lastAt: instant('last_at').notNull().defaultNow(),
  },
  (t) => [index('dead_letters_last').on(t.lastAt), oneOf('dead_letters_source', t.source, deadLetterSources)],
)
