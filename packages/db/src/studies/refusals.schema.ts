import { integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../core/columns.ts'

/** The position up to which the image archive's refusal log was read. One row. */
export const refusalLog = pgTable('refusal_log', {
  id: integer('id').primaryKey(),
  /** The first line of the file. */
  file: text('file').notNull(),
  position: integer('position').notNull(),
})

/** The refusals of a study from one sender for one reason. A row stays until the images have come, or an administrator takes it off the list. */
export const refusals = pgTable(
  'refusals',
  {
    id: id(),
    studyInstanceUid: text('study_instance_uid').notNull(),
    /** Empty for what did not come by C-STORE. */
    callingAeTitle: text('calling_ae_title').notNull(),
    reason: text('reason').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The time at which the archive was last asked for them. */
    checkedAt: instant('checked_at'),
  },
  (t) => [unique('refusals_what').on(t.studyInstanceUid, t.callingAeTitle, t.reason)],
)

/** The images of a refusal that the archive does not have yet. */
export const refusedObjects = pgTable(
  'refused_objects',
  {
    refusalId: uuid('refusal_id')
      .notNull()
      .references(() => refusals.id, { onDelete: 'cascade' }),
    sopInstanceUid: text('sop_instance_uid').notNull(),
  },
  (t) => [primaryKey({ columns: [t.refusalId, t.sopInstanceUid] })],
)
