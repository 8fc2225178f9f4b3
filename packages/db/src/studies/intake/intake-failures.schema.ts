import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../core/columns.ts'

/** Studies of the archive that could not be taken in, to be tried again. */
export const intakeFailures = pgTable(
  'intake_failures',
  {
    orthancId: text('orthanc_id').primaryKey(),
    reason: text('reason').notNull(),
    attempts: integer('attempts').notNull().default(1),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    firstFailedAt: instant('first_failed_at').notNull().defaultNow(),
    /** Goes up with each attempt and each change of the archive that was left to the next attempt. */
    revision: integer('revision').notNull().default(1),
    /** Set if the study waits for an administrator instead: it came under an AE title that nobody registered. */
    unknownAeTitle: text('unknown_ae_title'),
    /** An administrator lets it in all the same. */
    isAccepted: boolean('is_accepted').notNull().default(false),
    /** The archive made the study anew, and nothing that it said since was written: the next answer replaces what its former images said. */
    isReplaced: boolean('is_replaced').notNull().default(false),
  },
  (t) => [index('intake_failures_next').on(t.nextAttemptAt)],
)
