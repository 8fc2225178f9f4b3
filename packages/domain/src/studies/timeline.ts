import { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { type StudyEvent, statusTable } from '@readroom/contracts/studies/study-workflow'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import type { StudyEventRow, Timeline } from '@readroom/db/studies/study-events'
import { z } from 'zod'

type Happened = Pick<StudyEventRow, 'event' | 'at' | 'fromStatus' | 'details'>

/** Events from before the case type was one of them do not name it. */
const Prioritized = z.object({ priority: Priority, caseType: CaseType.optional() })
const Reported = z.object({ doctorId: z.string() })
/** The details of a `reset` event: a finished report was withdrawn, or the study is to be read anew. Events older than this field were withdrawals. */
export const ResetDetails = z.object({ withdrawn: z.boolean().default(true) })

type Urgent = Pick<Timeline, 'priority' | 'caseType'>
const minutesOf = (study: Urgent): number => targetMinutes[urgencyOf(study)]
const dueAfter = (start: Date, study: Urgent) => new Date(start.getTime() + minutesOf(study) * 60_000)
const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** A raised urgency brings the deadline nearer and never moves it away; a lowered one counts from where the clock began. */
function prioritized(before: Timeline, { at, details }: Happened): Partial<Timeline> {
  const { priority, caseType = before.caseType } = Prioritized.parse(details)
  const { readyAt, dueAt, reportedAt } = before
  const now = { priority, caseType }
  if (readyAt === null || dueAt === null || reportedAt !== null || urgencyOf(now) === urgencyOf(before)) return now
  const isRaised = minutesOf(now) < minutesOf(before)
  return { ...now, dueAt: isRaised ? earlier(dueAt, dueAfter(at, now)) : dueAfter(readyAt, now) }
}

const reported = ({ reportedAt }: Timeline, { at, details }: Happened): Partial<Timeline> => ({
  reportedAt: reportedAt ?? at,
  reportedByDoctorId: Reported.parse(details).doctorId,
  draftedAt: null,
  deliveredAt: null,
  newImagesAt: null,
})

const inHand = ({ fromStatus }: Happened) => fromStatus !== null && statusTable[fromStatus].category !== 'pending'

/** The changes that each event makes to the timeline before it (docs/decisions/timeline.md). */
const milestones: Record<StudyEvent, (before: Timeline, happened: Happened) => Partial<Timeline>> = {
  received: (_before, { at }) => ({ receivedAt: at }),
  settled: (before, { at }) => (before.reportedAt === null ? { readyAt: at, dueAt: dueAfter(at, before) } : {}),
  assigned: ({ assignedAt, firstAssignedAt }, { at }) => ({
    assignedAt: assignedAt ?? at,
    firstAssignedAt: firstAssignedAt ?? at,
  }),
  unassigned: () => ({}),
  opened: ({ openedAt }, { at }) => ({ openedAt: openedAt ?? at }),
  report_started: () => ({ draftedAt: null }),
  drafted: (_before, { at }) => ({ draftedAt: at }),
  uploaded: reported,
  finalized: reported,
  recalled: () => ({ reportedAt: null, reportedByDoctorId: null }),
  amendment_recalled: () => ({}),
  downloaded_by_radiologist: () => ({}),
  downloaded_by_admin: () => ({}),
  downloaded_by_lab: ({ deliveredAt }, { at }) => ({ deliveredAt: deliveredAt ?? at }),
  archived: () => ({}),
  reset: (before, { at, details }) => ({
    cycle: before.cycle + 1,
    readyAt: at,
    dueAt: dueAfter(at, before),
    resetAt: at,
    ...(ResetDetails.parse(details).withdrawn && { withdrawnAt: at }),
    /** A doctor who has the study has it from the beginning of the new cycle. */
    assignedAt: before.assignedAt && at,
    openedAt: null,
    draftedAt: null,
    reportedAt: null,
    reportedByDoctorId: null,
    deliveredAt: null,
  }),
  prioritized,
  edited: () => ({}),
  prior_opened: () => ({}),
  skipped: () => ({}),
  images_added: (_before, happened) => (inHand(happened) ? { newImagesAt: happened.at } : {}),
  images_missing: () => ({}),
  images_returned: () => ({}),
  images_damaged: () => ({}),
  images_repaired: () => ({}),
  lab_conflict: () => ({}),
  lab_set: () => ({}),
  critical_marked: () => ({}),
  critical_told: () => ({}),
  critical_acknowledged: () => ({}),
}

/** The timeline of a study to which nothing has happened. */
export const emptyTimeline: Omit<Timeline, 'receivedAt'> = {
  cycle: 1,
  priority: 'NORMAL',
  caseType: 'routine',
  readyAt: null,
  dueAt: null,
  assignedAt: null,
  firstAssignedAt: null,
  openedAt: null,
  draftedAt: null,
  reportedAt: null,
  reportedByDoctorId: null,
  deliveredAt: null,
  withdrawnAt: null,
  resetAt: null,
  newImagesAt: null,
}

/** Returns an event's changes to the timeline. */
export const project = (before: Timeline, happened: Happened): Partial<Timeline> => milestones[happened.event](before, happened)
