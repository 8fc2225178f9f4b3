import { priorities } from '@readroom/contracts/core/primitives'
import { defaultWarningPercent, maxDeadlineMinutes } from '@readroom/contracts/studies/deadline-rules'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant, oneOf, version } from '../../core/columns.ts'
import { labs } from '../../people/labs.schema.ts'
import { officeCalendars } from './office-calendars.schema.ts'

/** The times in which reports are due; null stands for every laboratory, urgency or modality (docs/decisions/studies/deadline-rules.md). */
export const deadlineRules = pgTable(
  'deadline_rules',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
    urgency: text('urgency', { enum: priorities }),
    modality: text('modality', { enum: imagingModalities }),
    /** Null: by the cut-off. */
    minutes: integer('minutes'),
    calendarId: uuid('calendar_id').references(() => officeCalendars.id),
    readyBefore: text('ready_before'),
    dueBy: text('due_by'),
    warningPercent: integer('warning_percent').notNull().default(defaultWarningPercent),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('deadline_rules_place').on(t.labId, t.urgency, t.modality).nullsNotDistinct(),
    oneOf('deadline_rules_urgency', t.urgency, priorities),
    index('deadline_rules_calendar').on(t.calendarId),
    check(
      'deadline_rules_cut_off',
      sql`case when ${t.minutes} is not null then ${t.readyBefore} is null and ${t.dueBy} is null
        else ${t.calendarId} is not null and ${t.readyBefore} is not null and ${t.dueBy} is not null and ${t.readyBefore} < ${t.dueBy} end`,
    ),
    check('deadline_rules_minutes', sql`${t.minutes} between 1 and ${sql.raw(String(maxDeadlineMinutes))}`),
    check('deadline_rules_warning', sql`${t.warningPercent} between 1 and 99`),
  ],
)
