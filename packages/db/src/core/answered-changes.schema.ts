import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Changes that were made under a key, with their answers: whoever asks again by the same key is answered, and nothing is changed. Kept for a day.
 * No foreign keys: their check would lock a study or an account before its turn.
 */
export const answeredChanges = pgTable(
  'answered_changes',
  {
    userId: uuid('user_id').notNull(),
    key: uuid('key').notNull(),
    /** SHA-256 of the endpoint with params, query and body, hexadecimal. */
    fingerprint: text('fingerprint').notNull(),
    /** Null until the change is made, in the same transaction. */
    answer: jsonb('answer').$type<object>(),
    /** The study that the answer is about: it goes with the study. */
    studyId: uuid('study_id'),
    madeAt: instant('made_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index('answered_changes_study').on(t.studyId),
    index('answered_changes_made').on(t.madeAt),
  ],
)
