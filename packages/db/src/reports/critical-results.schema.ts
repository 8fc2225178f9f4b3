import { type CriticalMethod, type criticalCategories, criticalMethods } from '@readroom/contracts/reports/critical-results'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

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
  },
  (t) => [
    index('critical_results_study').on(t.studyId),
    index('critical_results_marked_by').on(t.markedBy),
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
    /** The account that told or acknowledged it here; null if the system told. */
    userId: uuid('user_id').references(() => users.id),
    /** The name, as given, of the person who was told or has taken note; empty if the system told. */
    name: text('name').notNull(),
    /** The way in which somebody was told, and the telephone number; only for entries of telling. */
    method: text('method').$type<CriticalMethod>(),
    telephone: text('telephone').notNull().default(''),
  },
  (t) => [
    index('critical_communications_result').on(t.resultId),
    index('critical_communications_user').on(t.userId),
    uniqueIndex('critical_communications_acknowledged').on(t.resultId).where(sql`${t.kind} = 'acknowledged'`),
    check('critical_communications_kind', sql`${t.kind} in ('notified', 'told', 'acknowledged')`),
    check('critical_communications_by_name', sql`(${t.kind} <> 'notified') = (${t.name} <> '' and ${t.userId} is not null)`),
    check('critical_communications_by_method', sql`(${t.kind} = 'told') = (${t.method} is not null)`),
    oneOf('critical_communications_method', t.method, criticalMethods),
  ],
)
