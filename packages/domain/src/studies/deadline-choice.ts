import type { Priority } from '@readroom/contracts/core/primitives'
import { type DeadlineRuleFields, defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import { targetMinutes } from '@readroom/contracts/turnaround/turnaround'
import { z } from 'zod'

/** The time that a deadline was computed from. An event that sets a deadline keeps it, so that later changes of the rules never reach it. */
export const DeadlineTarget = z.object({
  minutes: z.int(),
  warningPercent: z.int(),
  /** Null: no rule matched, and the default counted. */
  ruleId: z.uuid().nullable(),
})
export type DeadlineTarget = z.infer<typeof DeadlineTarget>

type Place = Pick<DeadlineRuleFields, 'labId' | 'urgency' | 'modality'>
type Rule = Place & Pick<DeadlineTarget, 'minutes' | 'warningPercent'> & { id: string }

/** The weight of each part of a rule. The laboratory outweighs urgency and modality together, the urgency outweighs the modality. */
const weights: Record<keyof Place, number> = { labId: 4, urgency: 2, modality: 1 }

/** Returns how specific a rule is. Rules that name the same parts are equal, all others differ. */
export const specificityOf = ({ labId, urgency, modality }: Place): number =>
  (labId === null ? 0 : weights.labId) + (urgency === null ? 0 : weights.urgency) + (modality === null ? 0 : weights.modality)

/** Equally specific rules match one study by different modalities: the fewest minutes count, then the modality's name. */
const inOrder = (one: Rule, other: Rule): number =>
  specificityOf(other) - specificityOf(one) ||
  one.minutes - other.minutes ||
  (one.modality ?? '').localeCompare(other.modality ?? '')

/** Returns the target of a study from the rules that match it. */
export function chooseTarget(rules: readonly Rule[], urgency: Priority): DeadlineTarget {
  const [rule] = rules.toSorted(inOrder)
  if (!rule) return { minutes: targetMinutes[urgency], warningPercent: defaultWarningPercent, ruleId: null }
  const { minutes, warningPercent, id: ruleId } = rule
  return { minutes, warningPercent, ruleId }
}

/** Returns the instant at which the minutes after a start are over, round the clock. */
export const dueAfter = (start: Date, minutes: number): Date => new Date(start.getTime() + minutes * 60_000)

/** When a study is due, and from when on it is at risk. */
export type Deadline = { dueAt: Date; warnAt: Date }

/** Returns the deadline that a target sets from a start on. */
export const deadlineAfter = (
  start: Date,
  { minutes, warningPercent }: Pick<DeadlineTarget, 'minutes' | 'warningPercent'>,
): Deadline => ({ dueAt: dueAfter(start, minutes), warnAt: dueAfter(start, (minutes * warningPercent) / 100) })
