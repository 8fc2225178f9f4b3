import type { Priority } from '@readroom/contracts/core/primitives'
import { type DeadlineRuleFields, type DeadlineTiming, defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import { z } from 'zod'
import type { WorkingClock } from './working-time.ts'

/** When a study is due, and from when on it is at risk. */
export type Deadline = { dueAt: Date; warnAt: Date }

/** The rule and the result of a deadline. It is stored with the event that sets the deadline, so later changes of rules and calendars don't affect it. */
export const DeadlineTarget = z.object({
  /** Null: a cut-off. */
  minutes: z.int().nullable(),
  warningPercent: z.int(),
  /** Null: no rule matched, and the default counted. */
  ruleId: z.uuid().nullable(),
  /** Null: round the clock. */
  calendarId: z.uuid().nullable().default(null),
  /** The deadline. Events of versions without calendars have none: theirs is the minutes round the clock. */
  dueAt: z.coerce.date().optional(),
  warnAt: z.coerce.date().optional(),
  /** While the study is paused: the deadline without this pause, which counts from `from` on. */
  unpaused: z.object({ from: z.coerce.date(), dueAt: z.coerce.date(), warnAt: z.coerce.date() }).optional(),
})
export type DeadlineTarget = z.infer<typeof DeadlineTarget>

type Place = Pick<DeadlineRuleFields, 'labId' | 'urgency' | 'modality'>
export type Timing = DeadlineTiming & {
  /** Null: round the clock. */
  clock: WorkingClock | null
}
export type Rule = Place & Timing & { id: string }

/** The weight of each part of a rule. The laboratory outweighs urgency and modality together, the urgency outweighs the modality. */
const weights: Record<keyof Place, number> = { labId: 4, urgency: 2, modality: 1 }

/** Returns how specific a rule is. Rules that name the same parts are equal, all others differ. */
export const specificityOf = ({ labId, urgency, modality }: Place): number =>
  (labId === null ? 0 : weights.labId) + (urgency === null ? 0 : weights.urgency) + (modality === null ? 0 : weights.modality)

/** A study as far as rules look at it. */
export type RuledStudy = { labId: string | null; modalities: readonly string[] }

/** Returns the rules that match a study if it has an urgency. */
export const rulesFor = (rules: readonly Rule[], { labId, modalities }: RuledStudy, urgency: Priority): Rule[] =>
  rules.filter(
    (rule) =>
      (rule.labId === null || rule.labId === labId) &&
      (rule.urgency === null || rule.urgency === urgency) &&
      (rule.modality === null || modalities.includes(rule.modality)),
  )

/** Returns the instant at which the minutes after a start are over, round the clock. */
export const dueAfter = (start: Date, minutes: number): Date => new Date(start.getTime() + minutes * 60_000)

/** Returns the deadline that minutes set from a start on, round the clock. */
export const deadlineAfter = (
  start: Date,
  { minutes, warningPercent }: { minutes: number; warningPercent: number },
): Deadline => ({ dueAt: dueAfter(start, minutes), warnAt: dueAfter(start, (minutes * warningPercent) / 100) })

/** The clock of rules without a calendar. */
export const roundTheClock: Pick<WorkingClock, 'add' | 'between'> = {
  add: (start, milliseconds) => new Date(start.getTime() + milliseconds),
  between: (from, to) => to.getTime() - from.getTime(),
}

function dueOf({ minutes, readyBefore, dueBy, clock }: Timing, start: Date): Date {
  if (minutes !== null) return (clock ?? roundTheClock).add(start, minutes * 60_000)
  if (clock === null || readyBefore === null || dueBy === null) throw new Error('a rule has minutes, or a cut-off in a calendar')
  return clock.dueBy(start, { readyBefore, dueBy })
}

/** Returns the deadline of a study whose clock begins at a start. The warning comes after its share of the time that counts. */
export function deadlineFrom(timing: Timing, start: Date): Deadline {
  const clock = timing.clock ?? roundTheClock
  const dueAt = dueOf(timing, start)
  const warnAt = clock.add(start, Math.round((clock.between(start, dueAt) * timing.warningPercent) / 100))
  // A cut-off may be due outside the opening hours, and its warning would come later than the deadline.
  return { dueAt, warnAt: new Date(Math.min(warnAt.getTime(), dueAt.getTime())) }
}

type Candidate = { rule: Rule; deadline: Deadline }

/** Equally specific rules match one study by different modalities: the earliest deadline counts, then the modality's name. */
const inOrder = (one: Candidate, other: Candidate): number =>
  specificityOf(other.rule) - specificityOf(one.rule) ||
  one.deadline.dueAt.getTime() - other.deadline.dueAt.getTime() ||
  (one.rule.modality ?? '').localeCompare(other.rule.modality ?? '')

/** Returns the timing of studies of an urgency without a rule. */
export const defaultTiming = (urgency: Priority): Timing => ({
  minutes: targetMinutes[urgency],
  warningPercent: defaultWarningPercent,
  calendarId: null,
  readyBefore: null,
  dueBy: null,
  clock: null,
})

export type SetTarget = DeadlineTarget & Deadline

/** Returns the target of a study whose clock begins at a start, from the rules that match it. */
export function chooseTarget(rules: readonly Rule[], urgency: Priority, start: Date): SetTarget {
  const [first] = rules.map((rule) => ({ rule, deadline: deadlineFrom(rule, start) })).toSorted(inOrder)
  const timing = first?.rule ?? defaultTiming(urgency)
  const { minutes, warningPercent, calendarId } = timing
  return {
    minutes,
    warningPercent,
    ruleId: first?.rule.id ?? null,
    calendarId,
    ...(first?.deadline ?? deadlineFrom(timing, start)),
  }
}
