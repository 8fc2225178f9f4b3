import { caseTypes, priorities } from '@readroom/contracts/core/primitives'
import type { EscalationStep } from '@readroom/contracts/studies/escalation'
import { pauseReasons } from '@readroom/contracts/studies/pause-reasons'
import { integer, text, uuid } from 'drizzle-orm/pg-core'
import { doctors } from '../access/accounts.schema.ts'
import { instant } from '../core/columns.ts'

/**
 * When what happened to a study, of its present cycle: a projection of `study_events` that `transition()` alone writes
 * (docs/decisions/timeline.md). Null: it has not happened, or happened in an earlier cycle.
 */
export const timelineColumns = {
  /** Grows with each reset, which begins the turnaround anew. */
  cycle: integer('cycle').notNull().default(1),
  priority: text('priority', { enum: priorities }).notNull().default('NORMAL'),
  caseType: text('case_type', { enum: caseTypes }).notNull().default('routine'),
  /** First image seen: the worklist's upload date. */
  receivedAt: instant('received_at').notNull().defaultNow(),
  /** Last settled before the report, or the reset: where the turnaround begins. */
  readyAt: instant('ready_at'),
  /** Ready and the target later; a raised urgency brings it nearer. */
  dueAt: instant('due_at'),
  /** From here on the study is at risk of being late: after the warning share of the target. Null for studies reported before this column. */
  warnAt: instant('warn_at'),
  /** Somebody asked the laboratory, and the deadline waits for the answer. Stays after `pausedUntil`, until another event ends it. */
  pausedAt: instant('paused_at'),
  /** From here on the pause has ended by itself. `dueAt` and `warnAt` are those of this end. */
  pausedUntil: instant('paused_until'),
  pauseReason: text('pause_reason', { enum: pauseReasons }),
  /** The length of all ended pauses, of earlier cycles too. */
  pausedSeconds: integer('paused_seconds').notNull().default(0),
  /** Since when it is an emergency or stat. Null: since it came, or it is neither. */
  statSince: instant('stat_since'),
  /** The steps of escalation that were told or passed over in this cycle (docs/decisions/escalation.md). */
  escalatedSteps: text('escalated_steps').array().$type<EscalationStep[]>().notNull().default([]),
  /** The time of the next such step. Null: none follows, or the study has its report. */
  escalateAt: instant('escalate_at'),
  /** First assignment. */
  assignedAt: instant('assigned_at'),
  /** First assignment of any cycle: until here nobody had the study. */
  firstAssignedAt: instant('first_assigned_at'),
  /** First look of a doctor who has it. Null again once nobody who opened it has it, until it has its report. */
  openedAt: instant('opened_at'),
  /** Last draft, as long as there is one. */
  draftedAt: instant('drafted_at'),
  /** First finished report. */
  reportedAt: instant('reported_at'),
  /** Of the newest finished report. */
  reportedByDoctorId: uuid('reported_by_doctor_id').references(() => doctors.id),
  /** The laboratory's first download of the newest finished report. */
  deliveredAt: instant('delivered_at'),
  /** A finished report was taken back. */
  withdrawnAt: instant('withdrawn_at'),
  resetAt: instant('reset_at'),
  /** Images came that no report knows of, after the study was in hand. */
  newImagesAt: instant('new_images_at'),
}
