import { defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import type { Tx } from '@readroom/db/core/client'
import { findRuledStudy, listRulesWithCalendars } from '@readroom/db/studies/deadline-rules/deadline-rules'
import { findOfficeCalendar } from '@readroom/db/studies/deadline-rules/office-calendars'
import { listStudyEvents, type StudyEventRow, type Timeline } from '@readroom/db/studies/study-events'
import { chooseTarget, type Deadline, type DeadlineTarget, roundTheClock, rulesFor } from './deadline-rules/deadline-choice.ts'
import { withClocks } from './deadline-rules/deadline-rules.ts'
import { makeWorkingClock } from './deadline-rules/working-time.ts'
import { earlierOf, movedByPauses, pauseEnds, pausesOf, pausingEvents, RenewedDetails } from './pauses/paused-time.ts'
import { type DeadlineClock, deadlineClockOf, Targeted } from './timeline.ts'

type Study = { id: string } & Timeline
type Happening = { event: StudyEvent; details: Record<string, unknown> }

/** Returns the clock of a calendar that is still there, else the clock that never stops. */
async function findClock(tx: Tx, calendarId: string | null) {
  const calendar = calendarId === null ? null : await findOfficeCalendar(tx, calendarId)
  return calendar ? makeWorkingClock(calendar) : roundTheClock
}

/** Returns the target by the rules of this moment, moved on by the study's pauses. */
async function findRuledTarget(tx: Tx, study: Study, happening: Happening, clock: DeadlineClock): Promise<DeadlineTarget> {
  const { now, ...ruled } = await findRuledStudy(tx, study.id)
  const start = clock.start ?? now
  const rules = withClocks(await listRulesWithCalendars(tx))
  const target = chooseTarget(rulesFor(rules, ruled, clock.urgency), clock.urgency, start)
  if (study.pausedAt === null && study.pausedSeconds === 0) return target
  const pauses = pausesOf([...(await listStudyEvents(tx, study.id)), { ...happening, at: now }])
  return movedByPauses(target, start, pauses, await findClock(tx, target.calendarId))
}

/** Returns the target of the newest event that set a deadline, if it counts. */
function countingTarget(history: readonly StudyEventRow[], { dueAt }: Deadline): DeadlineTarget | undefined {
  const targets = history.flatMap(({ details }) => Targeted.parse(details).target ?? [])
  return targets.findLast((target) => target.dueAt?.getTime() === dueAt.getTime())
}

const usualTarget = (study: Study): DeadlineTarget => ({
  minutes: targetMinutes[urgencyOf(study)],
  warningPercent: defaultWarningPercent,
  ruleId: null,
  calendarId: null,
})

/** Returns the target that the beginning, the renewal or the end of a pause sets, or null if the study has no deadline that can move. */
async function findPausedTarget(tx: Tx, study: Study, { event, details }: Happening): Promise<DeadlineTarget | null> {
  const { dueAt, pausedAt, pausedUntil, reportedAt } = study
  if (dueAt === null || reportedAt !== null) return null
  const present = { dueAt, warnAt: study.warnAt ?? dueAt }
  const counting = countingTarget(await listStudyEvents(tx, study.id), present) ?? usualTarget(study)
  const { now } = await findRuledStudy(tx, study.id)
  const clock = await findClock(tx, counting.calendarId)
  const until = pausingEvents.includes(event) ? RenewedDetails.parse(details).pausedUntil : null
  if (event === 'paused' && until !== null)
    return movedByPauses({ ...counting, ...present }, now, [{ from: now, to: until, isEnded: false }], clock)
  if (pausedAt === null || pausedUntil === null || counting.unpaused === undefined) return null
  const { from, ...deadline } = counting.unpaused
  const end = earlierOf(pausedUntil, now)
  return movedByPauses({ ...counting, ...deadline }, from, [{ from, to: until ?? end, isEnded: until === null }], clock)
}

/** Returns the target that an event of this transaction sets, or null if the deadline stays. The event keeps it. */
export async function findTarget(tx: Tx, study: Study, happening: Happening): Promise<DeadlineTarget | null> {
  const clock = deadlineClockOf(study, happening)
  if (clock !== null) return findRuledTarget(tx, study, happening, clock)
  const { event } = happening
  // Most studies are never paused. Their reports need no look at the history.
  const movesDeadline = event === 'paused' || (study.pausedAt !== null && [...pausingEvents, ...pauseEnds].includes(event))
  return movesDeadline ? findPausedTarget(tx, study, happening) : null
}
