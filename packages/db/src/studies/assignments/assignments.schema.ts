import { priorities } from '@readroom/contracts/core/primitives'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../access/accounts.schema.ts'
import { id, instant, oneOf } from '../../core/columns.ts'
import { doctors } from '../../people/doctors.schema.ts'
import { studies } from '../studies.schema.ts'

export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.id),
    priority: text('priority', { enum: priorities }).notNull(),
    /** Null: automatic assignment. */
    assignedBy: uuid('assigned_by').references(() => users.id),
    /** Automatic assignment dealt the study in this mode. Null: an administrator assigned it. */
    dealtBy: text('dealt_by', { enum: ['assign', 'pool'] }),
    assignedAt: instant('assigned_at').notNull().defaultNow(),
    unassignedBy: uuid('unassigned_by').references(() => users.id),
    unassignedAt: instant('unassigned_at'),
  },
  (t) => [
    uniqueIndex('assignments_active').on(t.studyId, t.doctorId).where(sql`${t.unassignedAt} is null`),
    index('assignments_doctor_active').on(t.doctorId, t.studyId).where(sql`${t.unassignedAt} is null`),
    index('assignments_assigned_active').on(t.assignedAt).where(sql`${t.unassignedAt} is null`),
    index('assignments_study').on(t.studyId),
    index('assignments_doctor').on(t.doctorId),
    index('assignments_assigned_by').on(t.assignedBy),
    index('assignments_unassigned_by').on(t.unassignedBy),
    index('assignments_dealt').on(t.doctorId, t.studyId).where(sql`${t.dealtBy} is not null and ${t.unassignedAt} is null`),
    oneOf('assignments_priority', t.priority, priorities),
  ],
)
