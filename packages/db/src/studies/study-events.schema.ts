import { studyEvents, studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant } from '../core/columns.ts'
import { studies } from './studies.schema.ts'

/** Append-only: everything that `transition()` did. The timeline columns of `studies` are its projection. */
export const studyEventLog = pgTable(
  'study_events',
  {
    id: id(),
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    event: text('event', { enum: studyEvents }).notNull(),
    fromStatus: text('from_status', { enum: studyStatuses }),
    toStatus: text('to_status', { enum: studyStatuses }).notNull(),
    /** Null: the system. */
    actorUserId: uuid('actor_user_id').references(() => users.id),
    reason: text('reason'),
    details: jsonb('details').notNull().default({}),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    index('study_events_study').on(t.studyId, t.at),
    index('study_events_actor').on(t.actorUserId),
    index('study_events_dealt')
      .on(t.at, t.id)
      .where(sql`${t.details} ? 'dealt' or ${t.details} ? 'proposed' or ${t.event} = 'unplaced'`),
    // An erasure looks up what was corrected in studies that are another patient's now.
    index('study_events_corrected').on(sql`(${t.details} ->> 'patientRowId')`).where(sql`${t.event} = 'edited'`),
  ],
)
