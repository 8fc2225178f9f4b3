import { priorities } from '@readroom/contracts/core/primitives'
import { defaultWarningPercent, maxDeadlineMinutes } from '@readroom/contracts/studies/deadline-rules'
import { imagingModalities } from '@readroom/contracts/studies/modalities'
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { labs } from '../access/accounts.schema.ts'
import { id, instant, oneOf, version } from '../core/columns.ts'

/** The times in which reports are due; null stands for every laboratory, urgency or modality (docs/decisions/deadline-rules.md). */
export const deadlineRules = pgTable(
  'deadline_rules',
  {
    id: id(),
    labId: uuid('lab_id').references(() => labs.id, { onDelete: 'cascade' }),
    urgency: text('urgency', { enum: priorities }),
    modality: text('modality', { enum: imagingModalities }),
    minutes: integer('minutes').notNull(),
    warningPercent: integer('warning_percent').notNull().default(defaultWarningPercent),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    unique('deadline_rules_place').on(t.labId, t.urgency, t.modality).nullsNotDistinct(),
    oneOf('deadline_rules_urgency', t.urgency, priorities),
    check('deadline_rules_minutes', sql`${t.minutes} between 1 and ${sql.raw(String(maxDeadlineMinutes))}`),
    check('deadline_rules_warning', sql`${t.warningPercent} between 1 and 99`),
  ],
)
