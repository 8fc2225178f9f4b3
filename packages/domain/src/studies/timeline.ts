import { CaseType, Priority } from '@readroom/contracts/core/primitives'
import { DealtDetails } from '@readroom/contracts/studies/automatic-assignment'
import { defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import { MarkDetails, type MarkNotes, manualMarks } from '@readroom/contracts/studies/study-marks'
import { type StudyEvent, statusTable } from '@readroom/contracts/studies/study-workflow'
import { isMoreUrgent, isStat, urgencyOf } from '@readroom/contracts/studies/urgency'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import type { StudyEventRow, Timeline } from '@readroom/db/studies/study-events'
import { z } from 'zod'
import { type Deadline, DeadlineTarget, deadlineAfter } from './deadline-rules/deadline-choice.ts'
import { escalated, withEscalation } from './escalations/escalation-steps.ts'
import { PausedDetails, RenewedDetails } from './pauses/paused-time.ts'

type Happened = Pick<StudyEventRow, 'event' | 'at' | 'fromStatus' | 'details' | 'reason'>

/** Events from before the case type was one of them do not name it. */
const Prioritized = z.object({ priority: Priority, caseType: CaseType.optional() })
const Reported = z.object({ doctorId: z.string() })
/** The details of a `reset` event: a finished report was withdrawn, or the study is to be read anew. Events older than this field were withdrawals. */
export const ResetDetails = z.object({ withdrawn: z.boolean().default(true) })
/** The details of a `settled` event. `movedOnly`: images were moved, and none arrived, so that nobody has longer to read them. */
const Settled = z.object({ movedOnly: z.boolean().default(false) })
const date = z.coerce.date().nullable()
/** The details of a `split_from` event: the clock of the study that the images were in. Events from before it was kept do not name it. */
export const SplitFrom = z.object({ clock: z.object({ readyAt: date, dueAt: date, warnAt: date }).optional() })
/** Events from before there were deadline rules do not name their target. */
export const Targeted = z.object({ target: DeadlineTarget.optional() })

const earlier = (one: Deadline, other: Deadline): Deadline => (one.dueAt < other.dueAt ? one : other)

function urgentAfter(before: Timeline, details: Happened['details']): Pick<Timeline, 'priority' | 'caseType'> {
  const { priority, caseType = before.caseType } = Prioritized.parse(details)
  return { priority, caseType }
}

/** The urgency by which a deadline is set, and the start of its clock. Null: the event's own time. */
export type DeadlineClock = { urgency: Priority; start: Date | null }

const ownClock = (before: Timeline): DeadlineClock => ({ urgency: urgencyOf(before), start: null })

/** The events that set a deadline, each with its clock; null if the deadline stays. */
const deadlineClocks: Partial<Record<StudyEvent, (before: Timeline, details: Happened['details']) => DeadlineClock | null>> = {
  settled(before, details) {
    const keepsClock = Settled.parse(details).movedOnly && before.readyAt !== null
    return before.reportedAt === null && !keepsClock ? ownClock(before) : null
  },
  reset: ownClock,
  /** A raised urgency counts from now on; a lowered one from where the clock began. */
  prioritized(before, details) {
    const urgency = urgencyOf(urgentAfter(before, details))
    const isRunning = before.dueAt !== null && before.reportedAt === null
    if (!isRunning || urgency === urgencyOf(before)) return null
    return { urgency, start: isMoreUrgent(urgency, urgencyOf(before)) ? null : before.readyAt }
  },
}

/** Returns the clock by which an event sets a new deadline, or null if the deadline stays as it is. */
export const deadlineClockOf = (
  before: Timeline,
  { event, details }: Pick<Happened, 'event' | 'details'>,
): DeadlineClock | null => deadlineClocks[event]?.(before, details) ?? null

/** Returns the deadline that an event sets: the one that it names, else its minutes round the clock. */
function deadlineOf({ details, at }: Happened, { urgency, start }: DeadlineClock): Deadline {
  const { target } = Targeted.parse(details)
  if (target?.dueAt && target.warnAt) return { dueAt: target.dueAt, warnAt: target.warnAt }
  const { minutes, warningPercent } = target ?? { minutes: null, warningPercent: defaultWarningPercent }
  return deadlineAfter(start ?? at, { minutes: minutes ?? targetMinutes[urgency], warningPercent })
}

/** A raised urgency brings the deadline nearer and never moves it away. */
function prioritized(before: Timeline, happened: Happened): Partial<Timeline> {
  const now = urgentAfter(before, happened.details)
  const clock = deadlineClockOf(before, happened)
  const { dueAt, warnAt } = before
  if (clock === null || dueAt === null) return now
  const deadline = deadlineOf(happened, clock)
  return { ...now, ...(clock.start === null ? earlier({ dueAt, warnAt: warnAt ?? dueAt }, deadline) : deadline) }
}

/** The clock begins, unless the study has its report. */
function ready(before: Timeline, happened: Happened): Partial<Timeline> {
  const clock = deadlineClockOf(before, happened)
  return clock === null ? {} : { readyAt: happened.at, ...deadlineOf(happened, clock) }
}

/** Applies the deadline that an event names. A reported study keeps its own. */
const applied = (before: Timeline, { details }: Happened): Partial<Timeline> => {
  const { dueAt, warnAt } = Targeted.parse(details).target ?? {}
  return dueAt === undefined || before.reportedAt !== null ? {} : { dueAt, warnAt: warnAt ?? dueAt }
}

/** Ends a pause, which may have ended by itself before. */
function unpaused({ pausedAt, pausedUntil, pausedSeconds }: Timeline, at: Date): Partial<Timeline> {
  if (pausedAt === null || pausedUntil === null) return {}
  const end = Math.min(at.getTime(), pausedUntil.getTime())
  const seconds = Math.floor((end - pausedAt.getTime()) / 1000)
  return { pausedAt: null, pausedUntil: null, pauseReason: null, pausedSeconds: pausedSeconds + seconds }
}

/** Ends a pause, and sets the deadline that follows from its length. */
const resumed = (before: Timeline, happened: Happened): Partial<Timeline> =>
  before.pausedAt === null ? {} : { ...unpaused(before, happened.at), ...applied(before, happened) }

function paused(before: Timeline, happened: Happened): Partial<Timeline> {
  const { pauseReason, pausedUntil } = PausedDetails.parse(happened.details)
  return { ...unpaused(before, happened.at), pausedAt: happened.at, pausedUntil, pauseReason, ...applied(before, happened) }
}

const renewed = (before: Timeline, happened: Happened): Partial<Timeline> =>
  before.pausedAt === null ? {} : { ...RenewedDetails.parse(happened.details), ...applied(before, happened) }

const reported = (before: Timeline, happened: Happened): Partial<Timeline> => ({
  ...resumed(before, happened),
  reportedAt: before.reportedAt ?? happened.at,
  reportedByDoctorId: Reported.parse(happened.details).doctorId,
  draftedAt: null,
  deliveredAt: null,
  newImagesAt: null,
})

/** Whether automatic assignment gave a study to a doctor who reads it late: because of the end of the shift, or an emergency or stat study at all. */
function isDealtLate(before: Timeline, details: Happened['details']): boolean {
  const explanation = DealtDetails.assigned.safeParse(details).data?.dealt.explanation
  if (!explanation || before.dueAt === null || !(explanation.isAfterShift || isStat(before))) return false
  return explanation.expectedAt === null || before.dueAt < new Date(explanation.expectedAt)
}

const MisplacedWith = z.object({ doctorId: z.string().nullable().default(null) })

/** A study should go from its doctor to another one. People are told once of each doctor who has it, whatever cycle the study is in. */
function misplaced({ misplacedDoctorId, escalatedSteps }: Timeline, { at, details }: Happened): Partial<Timeline> {
  const { doctorId } = MisplacedWith.parse(details)
  const isKnown = doctorId !== null && doctorId === misplacedDoctorId
  return {
    misplacedAt: at,
    misplacedDoctorId: doctorId,
    escalatedSteps: isKnown ? escalatedSteps : escalatedSteps.filter((step) => step !== 'misplaced'),
  }
}

const inHand = ({ fromStatus }: Happened) => fromStatus !== null && statusTable[fromStatus].category !== 'pending'

/** Sets the mark that an event names, with the note that was written, or removes both. */
const marking =
  (isSet: boolean) =>
  ({ caseFlags, markNotes }: Timeline, { details, reason }: Happened): Partial<Timeline> => {
    const { mark } = MarkDetails.parse(details)
    if (mark === undefined) return {}
    const { [mark]: _former, ...others }: MarkNotes = markNotes
    return {
      caseFlags: manualMarks.filter((one) => (one === mark ? isSet : caseFlags.includes(one))),
      markNotes: isSet && reason ? { ...others, [mark]: reason } : others,
    }
  }

/** The changes that an event makes to the timeline before it (docs/decisions/studies/timeline.md). Events that change no time are not here. */
const milestones: Partial<Record<StudyEvent, (before: Timeline, happened: Happened) => Partial<Timeline>>> = {
  received: (_before, { at }) => ({ receivedAt: at }),
  settled: ready,
  split_from: (_before, { details }) => SplitFrom.parse(details).clock ?? {},
  assigned: (before, happened) => ({
    assignedAt: before.assignedAt ?? happened.at,
    firstAssignedAt: before.firstAssignedAt ?? happened.at,
    misplacedAt: null,
    misplacedDoctorId: null,
    ...(isDealtLate(before, happened.details) && misplaced(before, happened)),
  }),
  /** The last doctor who may have opened it is gone: it waits again for somebody who does. */
  unassigned: ({ reportedAt }) => (reportedAt === null ? { openedAt: null, misplacedAt: null } : {}),
  move_proposed: misplaced,
  unopened: () => ({ openedAt: null }),
  opened: ({ openedAt }, { at }) => ({ openedAt: openedAt ?? at, misplacedAt: null, misplacedDoctorId: null }),
  report_started: () => ({ draftedAt: null }),
  drafted: (_before, { at }) => ({ draftedAt: at }),
  uploaded: reported,
  finalized: reported,
  recalled: () => ({ reportedAt: null, reportedByDoctorId: null }),
  downloaded_by_lab: ({ deliveredAt }, { at }) => ({ deliveredAt: deliveredAt ?? at }),
  archived: resumed,
  reset: (before, happened) => ({
    ...unpaused(before, happened.at),
    cycle: before.cycle + 1,
    ...ready(before, happened),
    resetAt: happened.at,
    ...(ResetDetails.parse(happened.details).withdrawn && { withdrawnAt: happened.at }),
    /** A doctor who has the study has it from the beginning of the new cycle. */
    assignedAt: before.assignedAt && happened.at,
    openedAt: null,
    misplacedAt: null,
    draftedAt: null,
    reportedAt: null,
    reportedByDoctorId: null,
    deliveredAt: null,
    escalatedSteps: before.escalatedSteps.filter((step) => step === 'misplaced'),
  }),
  prioritized,
  deadline_applied: applied,
  paused,
  pause_renewed: renewed,
  resumed,
  escalated: (before, { details }) => escalated(before, details),
  images_added: (_before, happened) => (inHand(happened) ? { newImagesAt: happened.at } : {}),
  marked: marking(true),
  unmarked: marking(false),
}

/** The timeline of a study to which nothing has happened. */
export const emptyTimeline: Omit<Timeline, 'receivedAt'> = {
  cycle: 1,
  priority: 'NORMAL',
  caseType: 'routine',
  readyAt: null,
  dueAt: null,
  warnAt: null,
  pausedAt: null,
  pausedUntil: null,
  pauseReason: null,
  pausedSeconds: 0,
  statSince: null,
  misplacedAt: null,
  misplacedDoctorId: null,
  escalatedSteps: [],
  escalateAt: null,
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
  caseFlags: [],
  markNotes: {},
}

/** Returns an event's changes to the timeline. */
export const project = (before: Timeline, happened: Happened): Partial<Timeline> =>
  withEscalation(before, milestones[happened.event]?.(before, happened) ?? {}, happened.at)
