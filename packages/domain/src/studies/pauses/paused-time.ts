import { PauseReason } from '@readroom/contracts/studies/pause-reasons'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import type { StudyEventRow } from '@readroom/db/studies/study-events'
import { z } from 'zod'
import type { Deadline, SetTarget } from '../deadline-rules/deadline-choice.ts'
import type { WorkingClock } from '../deadline-rules/working-time.ts'

/** The details of a `paused` event. */
export const PausedDetails = z.object({ pauseReason: PauseReason, pausedUntil: z.coerce.date() })
/** The details of a `pause_renewed` event. */
export const RenewedDetails = PausedDetails.pick({ pausedUntil: true })

/** The events that begin or renew a pause. */
export const pausingEvents: readonly StudyEvent[] = ['paused', 'pause_renewed']
/** The events that end a pause. A report does, and so does a reset. */
export const pauseEnds: readonly StudyEvent[] = ['resumed', 'uploaded', 'finalized', 'archived', 'reset']

/** A pause of a study's deadline. */
export type Pause = {
  reason: PauseReason
  from: Date
  /** Its end. Of a pause that nothing has ended yet: the time at which it ends by itself. */
  to: Date
  isEnded: boolean
}

type Happened = Pick<StudyEventRow, 'event' | 'at' | 'details'>

/** Returns the earlier of two instants. */
export const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other)
const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

/** Ends the last of a study's pauses at an instant, unless it has ended by itself before. */
function endLast(pauses: readonly Pause[], at: Date): Pause[] {
  const last = pauses.at(-1)
  return last && !last.isEnded ? [...pauses.slice(0, -1), { ...last, to: earlierOf(last.to, at), isEnded: true }] : [...pauses]
}

/** Returns a study's pauses after an event, oldest first. */
export function pausesAfter(pauses: readonly Pause[], { event, at, details }: Happened): Pause[] {
  if (event === 'paused') {
    const { pauseReason: reason, pausedUntil: to } = PausedDetails.parse(details)
    return [...endLast(pauses, at), { reason, from: at, to, isEnded: false }]
  }
  if (pauseEnds.includes(event)) return endLast(pauses, at)
  const last = pauses.at(-1)
  if (event !== 'pause_renewed' || !last || last.isEnded) return [...pauses]
  return [...pauses.slice(0, -1), { ...last, to: RenewedDetails.parse(details).pausedUntil }]
}

/** Returns the pauses that a history tells of, oldest first. */
export const pausesOf = (history: readonly Happened[]): Pause[] =>
  history.reduce<Pause[]>((pauses, happened) => pausesAfter(pauses, happened), [])

/** Returns the milliseconds of pauses between two instants. */
export const pausedBetween = (pauses: readonly Pause[], from: Date, to: Date): number =>
  pauses.reduce((sum, pause) => {
    const length = earlierOf(pause.to, to).getTime() - laterOf(pause.from, from).getTime()
    return sum + Math.max(0, length)
  }, 0)

type Clock = Pick<WorkingClock, 'add' | 'between'>

/** Moves a deadline on by the working time of a pause. A time that was over before the pause stays: a pause makes nothing in time that was late. */
function moveOn({ dueAt, warnAt }: Deadline, { from, to }: Pick<Pause, 'from' | 'to'>, clock: Clock): Deadline {
  const paused = clock.between(from, to)
  const move = (at: Date) => (at < from || paused === 0 ? at : clock.add(at, paused))
  return { dueAt: move(dueAt), warnAt: move(warnAt) }
}

/**
 * Moves a target on by the pauses since its clock began. A pause that nothing has ended counts up to the time at which it ends by itself, so nobody has
 * to do anything then. Its target also says which deadline an earlier end starts from.
 */
export function movedByPauses(target: SetTarget, start: Date, pauses: readonly Omit<Pause, 'reason'>[], clock: Clock): SetTarget {
  const since = pauses.filter(({ to }) => to > start).map((pause) => ({ ...pause, from: laterOf(pause.from, start) }))
  const { unpaused: _former, dueAt, warnAt, ...own } = target
  const before = since
    .filter(({ isEnded }) => isEnded)
    .reduce<Deadline>((deadline, pause) => moveOn(deadline, pause, clock), { dueAt, warnAt })
  const present = since.find(({ isEnded }) => !isEnded)
  if (!present) return { ...own, ...before }
  return { ...own, ...moveOn(before, present, clock), unpaused: { from: present.from, ...before } }
}
