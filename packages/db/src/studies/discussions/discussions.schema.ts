import { commentKinds } from '@readroom/contracts/studies/discussions'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../access/accounts.schema.ts'
import { id, instant } from '../../core/columns.ts'
import { studies } from '../studies.schema.ts'

/** A comment on a study. Comments are added, never edited or deleted. */
export const studyDiscussions = pgTable(
  'study_discussions',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    comment: text('comment').notNull(),
    kind: text('kind', { enum: commentKinds }).notNull().default('comment'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('study_discussions_study').on(t.studyId, t.createdAt), index('study_discussions_author').on(t.authorId)],
)
