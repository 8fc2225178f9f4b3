import {
  EscalationStep,
  escalationSteps,
  overduePercent,
  type EscalationStep as Step,
  unopenedMinutes,
} from '@readroom/contracts/studies/escalation'
import { isStat } from '@readroom/contracts/studies/urgency'
import type { Timeline } from '@readroom/db/studies/study-events'
import { z } from 'zod'

/** A study as far as its escalation depends on it. */
export type Escalating = Pick<
  Timeline,
  | ('priority' | 'caseType' | 'statSince' | 'readyAt' | 'warnAt' | 'dueAt')
  | ('openedAt' | 'misplacedAt' | 'reportedAt' | 'pausedUntil' | 'escalatedSteps' | 'escalateAt')
>

const latest = (...dates: (Date | null)[]): number => Math.max(...dates.map((date) => date?.getTime() ?? 0))

/** The instant from which on each step is true. Null: it is not true of the study. */
const timeOf: Record<Step, (study: Escalating) => Date | null> = {
  warning: ({ warnAt }) => warnAt,
  misplaced: ({ misplacedAt }) => misplacedAt,
  unopened: (study) =>
    study.readyAt && isStat(study) && study.openedAt === null
      ? new Date(latest(study.readyAt, study.statSince) + unopenedMinutes * 60_000)
      : null,
  deadline: ({ dueAt }) => dueAt,
  overdue: ({ readyAt, dueAt }) => {
    if (readyAt === null || dueAt === null) return null
    const beyond = ((dueAt.getTime() - readyAt.getTime()) * (overduePercent - 100)) / 100
    return new Date(dueAt.getTime() + Math.round(Math.max(0, beyond)))
  },
}

/** Whether a study tells anybody anything: its clock runs, and it has no report. */
const isRunning = ({ readyAt, reportedAt }: Escalating): boolean => readyAt !== null && reportedAt === null

/** Returns the time of each step that is or will be true, the least pressing step first. While a study is paused, no step becomes true. */
function listTimes(study: Escalating): { step: Step; at: Date }[] {
  if (!isRunning(study)) return []
  return escalationSteps.flatMap((step) => {
    const at = timeOf[step](study)
    return at ? [{ step, at: new Date(latest(at, study.pausedUntil)) }] : []
  })
}

/** Returns the steps that are true of a study at an instant, the least pressing first. */
export const listTrueSteps = (study: Escalating, now: Date): Step[] =>
  listTimes(study).flatMap(({ step, at }) => (at <= now ? [step] : []))

/** Returns the time of a study's next step. Null: none follows. */
export function nextEscalationAt(study: Escalating): Date | null {
  const times = listTimes(study).flatMap(({ step, at }) => (study.escalatedSteps.includes(step) ? [] : [at.getTime()]))
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

/** The steps that follow each other: only the highest is told. An emergency that nobody opened is told beside it. */
const ladder: readonly Step[] = ['warning', 'deadline', 'overdue']

/** Returns the steps that people are told of when these are due: of those that follow each other the highest. */
export const highestOf = (steps: readonly Step[]): Step[] => {
  const highest = ladder.findLast((step) => steps.includes(step))
  return steps.filter((step) => step === highest || !ladder.includes(step))
}

/** Returns the steps of a study that are true and were not told or passed over in this cycle, the least pressing first. */
export const dueSteps = (study: Escalating, now: Date): Step[] =>
  listTrueSteps(study, now).filter((step) => !study.escalatedSteps.includes(step))

const Escalated = z.object({ steps: z.array(EscalationStep).default([]) })

/** Returns the change that telling steps, or passing over them, makes to a study. */
export const escalated = ({ escalatedSteps }: Escalating, details: unknown): Pick<Timeline, 'escalatedSteps'> => ({
  escalatedSteps: [...new Set([...escalatedSteps, ...Escalated.parse(details).steps])],
})

/** Returns the changes of an event with what they mean for the escalation. */
export function withEscalation(before: Timeline, changes: Partial<Timeline>, at: Date): Partial<Timeline> {
  const after = { ...before, ...changes }
  const sinceNow = isStat(before) ? before.statSince : at
  const statSince = isStat(after) ? sinceNow : null
  return { ...changes, statSince, escalateAt: nextEscalationAt({ ...after, statSince }) }
}
