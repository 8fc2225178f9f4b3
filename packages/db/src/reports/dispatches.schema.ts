import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant } from '../core/columns.ts'
import { shareLinks } from '../studies/sharing/share-links.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { reports } from './reports.schema.ts'

/** The dispatches of finalized reports, with sender and recipient. One mail goes out for all of a batch. */
export const reportDispatches = pgTable(
  'report_dispatches',
  {
    id: id(),
    batchId: uuid('batch_id').notNull(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    reportVersion: integer('report_version').notNull(),
    email: text('email').notNull(),
    recipientName: text('recipient_name'),
    dispatchedBy: uuid('dispatched_by')
      .notNull()
      .references(() => users.id),
    dispatchedAt: instant('dispatched_at').notNull().defaultNow(),
    /** The mail is to carry a link to the images. */
    withImages: boolean('with_images').notNull().default(false),
    /** The link of the newest try to mail it. */
    shareLinkId: uuid('share_link_id').references(() => shareLinks.id, { onDelete: 'set null' }),
    /** The mail server has taken the mail. */
    mailedAt: instant('mailed_at'),
  },
  (t) => [
    index('report_dispatches_batch').on(t.batchId),
    index('report_dispatches_study').on(t.studyId, t.dispatchedAt),
    index('report_dispatches_report').on(t.reportId),
    index('report_dispatches_dispatched_by').on(t.dispatchedBy),
    index('report_dispatches_share_link').on(t.shareLinkId),
  ],
)
