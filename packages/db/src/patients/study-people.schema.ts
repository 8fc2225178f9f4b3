import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'

/**
 * The identities on a study's images, by series, if its images name several people. A study whose images agree has no rows.
 */
export const studyPeople = pgTable(
  'study_people',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id, { onDelete: 'cascade' }),
    /** As the images say it; null if they don't. */
    name: text('name'),
    birthDate: date('birth_date'),
    sex: text('sex', { enum: ['M', 'F', 'O'] }),
    /** The archive's ids of the series and of its images with this identity. */
    seriesId: text('series_id').notNull(),
    instanceIds: text('instance_ids').array().notNull(),
    /** Of the first of these images. */
    seriesInstanceUid: text('series_instance_uid').notNull(),
    sopInstanceUid: text('sop_instance_uid').notNull(),
    /** An administrator found this identity to be of the same person as the others. */
    acceptedAt: instant('accepted_at'),
    acceptedBy: uuid('accepted_by').references(() => users.id),
  },
  (t) => [index('study_people_study').on(t.studyId), index('study_people_accepted_by').on(t.acceptedBy)],
)
