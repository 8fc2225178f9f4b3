import { sql } from 'drizzle-orm'
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.js'
import { id, instant, oneOf } from './columns.js'
import { studies } from './studies.js'
export const bulkZipStates = ['queued', 'processing', 'completed', 'failed', 'expired']
/** A ZIP of several studies, made for one user. */
export const bulkZips = pgTable(
  'bulk_zips',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: bulkZipStates }).notNull().default('queued'),
    /** The token of the build in hand: whoever takes the row over takes another. */
    objectKey: text('object_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    imagesDone: integer('images_done').notNull().default(0),
    imagesTotal: integer('images_total').notNull(),
    error: text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    completedAt: instant('completed_at'),
    expiresAt: instant('expires_at'),
  },
  (t) => [
    index('bulk_zips_user').on(t.userId, t.createdAt),
    index('bulk_zips_under_way').on(t.createdAt).where(sql`${t.state} in ('queued', 'processing')`),
    index('bulk_zips_expires').on(t.expiresAt).where(sql`${t.state} = 'completed'`),
    oneOf('bulk_zips_state', t.state, bulkZipStates),
  ],
)
export const bulkZipStudies = pgTable(
  'bulk_zip_studies',
  {
    bulkZipId: uuid('bulk_zip_id')
      .notNull()
      .references(() => bulkZips.id, { onDelete: 'cascade' }),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
  },
  (t) => [primaryKey({ columns: [t.bulkZipId, t.studyId] }), index('bulk_zip_studies_study').on(t.studyId)],
)
//# sourceMappingURL=bulk-zips.js.map
