import { type AnswerKind, receivedWays, unsentStates } from '@readroom/contracts/reports/results'
import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgView, text, uuid } from 'drizzle-orm/pg-core'
import { instant, literals } from '../core/columns.ts'

/**
 * The reports that laboratories have, may have or are about to get, with one row for each way and receiver (docs/decisions/reports/ledger.md). A message
 * without an answer may have left. `is_withdrawal`: the receiver is told that the report counts no longer.
 */
export const receivedReports = pgView('received_reports', {
  reportId: uuid('report_id').notNull(),
  studyId: uuid('study_id').notNull(),
  labId: uuid('lab_id').notNull(),
  /** Of the report within its study. */
  number: integer('number').notNull(),
  way: text('way', { enum: receivedWays }).notNull(),
  /** The destination, the account, or the dispatch. */
  receiverId: uuid('receiver_id').notNull(),
  receiver: text('receiver').notNull(),
  isWithdrawal: boolean('is_withdrawal').notNull(),
  /** Nothing of it has left. */
  isQueued: boolean('is_queued').notNull(),
  at: instant('at').notNull(),
  answer: text('answer').$type<AnswerKind>(),
  /** Of a message: its place in its receiver's queue, and the class of its DICOM instance. */
  position: bigint('position', { mode: 'number' }),
  sopClassUid: text('sop_class_uid'),
}).as(sql`
  select r.id as report_id, r.study_id, d.lab_id, r.version as number, d.settings ->> 'kind' as way, d.id as receiver_id, d.name as receiver,
    q.kind = 'withdrawn' as is_withdrawal, q.content_hash is null as is_queued, coalesce(q.sent_at, q.last_attempt_at, q.created_at) as at, q.answer,
    q.position, q.sop_class_uid
  from result_deliveries q join result_destinations d on d.id = q.destination_id join reports r on r.id = q.report_id
  where q.content_hash is not null or q.state in (${literals(unsentStates)})
  union all
  select r.id, r.study_id, s.lab_id, r.version, 'download', u.id, u.full_name, false, false, w.at, null, null, null
  from downloads w join reports r on r.id = w.report_id join lab_staff s on s.user_id = w.user_id join users u on u.id = w.user_id
  union all
  select r.id, r.study_id, s.lab_id, r.version, 'mail', m.id, m.email, false, false, m.mailed_at, null, null, null
  from report_dispatches m join reports r on r.id = m.report_id join studies s on s.id = m.study_id
  where m.mailed_at is not null and s.lab_id is not null`)
