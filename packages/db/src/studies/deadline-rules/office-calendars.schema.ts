import type { DayHours } from '@readroom/contracts/studies/office-calendars'
import { sql } from 'drizzle-orm'
import { date, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, version } from '../../core/columns.ts'

/** The opening hours and holidays by which deadline rules count (docs/decisions/studies/office-calendars.md). */
export const officeCalendars = pgTable(
  'office_calendars',
  {
    id: id(),
    name: text('name').notNull(),
    timeZone: text('time_zone').notNull(),
    /** From Monday to Sunday. */
    hours: jsonb('hours').$type<DayHours[]>().notNull(),
    holidays: date('holidays').array().notNull().default([]),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('office_calendars_name').on(sql`lower(${t.name})`)],
)
