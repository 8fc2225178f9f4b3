import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id } from '../core/columns.ts'
import { doctors } from '../people/doctors.schema.ts'

/** How many minutes studies are expected to take to read (docs/decisions/turnaround/reading-times.md). */
export const readingTimes = pgTable(
  'reading_times',
  {
    id: id(),
    modality: text('modality').notNull(),
    /** All regions of the studies, in the order of the contract; empty: not known. Null: whatever the regions. */
    bodyRegions: text('body_regions').array(),
    /** Null: of all doctors together. */
    doctorId: uuid('doctor_id').references(() => doctors.id, { onDelete: 'cascade' }),
    /** The median of the readings. Null: there are too few. */
    learntMinutes: integer('learnt_minutes'),
    readings: integer('readings').notNull().default(0),
    /** Minutes that an administrator set instead. */
    setMinutes: integer('set_minutes'),
  },
  (t) => [
    unique('reading_times_what').on(t.modality, t.bodyRegions, t.doctorId).nullsNotDistinct(),
    index('reading_times_doctor').on(t.doctorId),
    check('reading_times_set_for_all', sql`${t.setMinutes} is null or ${t.doctorId} is null`),
  ],
)
