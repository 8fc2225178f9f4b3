import type { Absence, Shift } from '@readroom/contracts/people/presence'
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, version } from '../core/columns.ts'
import { doctors } from './doctors.schema.ts'

/** The shifts and absences of doctors who have any (docs/decisions/people/presence.md). */
export const doctorPresence = pgTable('doctor_presence', {
  doctorId: uuid('doctor_id')
    .primaryKey()
    .references(() => doctors.id, { onDelete: 'cascade' }),
  timeZone: text('time_zone').notNull(),
  shifts: jsonb('shifts').$type<Shift[]>().notNull(),
  absences: jsonb('absences').$type<Absence[]>().notNull(),
  version: version(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})
