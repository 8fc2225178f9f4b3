import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant, version } from '../core/columns.ts'
import { doctors } from './doctors.schema.ts'

/** Named groups of doctors (docs/decisions/people/doctor-groups.md). */
export const doctorGroups = pgTable(
  'doctor_groups',
  {
    id: id(),
    name: text('name').notNull(),
    version: version(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('doctor_groups_name').on(sql`lower(${t.name})`)],
)

export const doctorGroupMembers = pgTable(
  'doctor_group_members',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => doctorGroups.id, { onDelete: 'cascade' }),
    doctorId: uuid('doctor_id')
      .notNull()
      .references(() => doctors.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.doctorId] }), index('doctor_group_members_doctor').on(t.doctorId)],
)
