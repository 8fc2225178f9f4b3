import { type CriticalMethod, type criticalCategories, criticalMethods } from '@readroom/contracts/critical-results'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { id, instant, oneOf } from './columns.ts'
import { studies } from './studies.ts'

/** Append-only: findings that a laboratory must hear of. One that nobody has acknowledged is open. */
export const criticalResults = pgTable(
  'critical_results',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references((): AnyPgColumn => studies.id),
    category: integer('category').notNull().$type<(typeof criticalCategories)[number]>(),
    finding: text('finding').notNull(),
    markedBy: uuid('marked_by')
      .notNull()
      .references(() => users.id),
    foundAt: instant('found_at').notNull().defaultNow(),
    /** Until when the laboratory should have heard of it. */
    dueAt: instant('due_at').notNull(),
    /** Of the request that marked it: the same again marks once. */
    requestId: uuid('request_id').notNull(),
  },
  (t) => [
    index('critical_results_study').on(t.studyId),
    index('critical_results_marked_by').on(t.markedBy),
    uniqueIndex('critical_results_request').on(t.requestId),
    check('critical_results_category', sql`${t.category} in (1, 2, 3)`),
  ],
)

/** Append-only: when the laboratory was told by the system, whom somebody told themselves, and who acknowledged it. */
export const criticalCommunications = pgTable(
  'critical_communications',
  {
    id: id(),
    resultId: uuid('result_id')
      .notNull()
      .references(() => criticalResults.id),
    kind: text('kind', { enum: ['notified', 'told', 'acknowledged'] }).notNull(),
    at: instant('at').notNull().defaultNow(),
    /** Whoever told or acknowledged it here; null where the system told. */
    userId: uuid('user_id').references(() => users.id),
    /** Who has taken note, or was told, as they said; empty where the system told. */
    name: text('name').notNull(),
    /** How somebody was told, and under which number; only of what was told. */
    method: text('method').$type<CriticalMethod>(),
    telephone: text('telephone').notNull().default(''),
    /** Of the request that told: the same again records once. */
    requestId: uuid('request_id'),
  },
  (t) => [
    index('critical_communications_result').on(t.resultId),
    index('critical_communications_user').on(t.userId),
    uniqueIndex('critical_communications_acknowledged').on(t.resultId).where(sql`${t.kind} = 'acknowledged'`),
    uniqueIndex('critical_communications_request').on(t.requestId).where(sql`${t.requestId} is not null`),
    check('critical_communications_kind', sql`${t.kind} in ('notified', 'told', 'acknowledged')`),
    check('critical_communications_by_name', sql`(${t.kind} <> 'notified') = (${t.name} <> '' and ${t.userId} is not null)`),
    check('critical_communications_by_method', sql`(${t.kind} = 'told') = (${t.method} is not null)`),
    oneOf('critical_communications_method', t.method, criticalMethods),
  ],
)
