import { createHash } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import type { StudyEvent } from '@readroom/contracts/studies/study-workflow'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db } from '@readroom/db/core/client'
import type { Before } from '@readroom/db/core/locks'
import {
  type DeadlineRuleWithCalendar,
  listEventsOfOpenStudies,
  listOpenStudies,
  listRulesWithCalendars,
  type OpenStudy,
} from '@readroom/db/studies/deadline-rules/deadline-rules'
import { lockAnyStudy, type StudyRow } from '@readroom/db/studies/studies'
import { listStudyEvents, type StudyEventRow, type Timeline } from '@readroom/db/studies/study-events'
import { z } from 'zod'
import { movedByPauses, type Pause, pauseEnds, pausesAfter, pausingEvents } from '../pauses/paused-time.ts'
import { deadlineClockOf, emptyTimeline, project } from '../timeline.ts'
import { transition } from '../transition.ts'
import { chooseTarget, type Rule, roundTheClock, rulesFor, type SetTarget } from './deadline-choice.ts'
import { withClocks } from './deadline-rules.ts'

/** Studies that one call changes at most. */
const batch = 100

/** The events that a deadline depends on. `deadline_applied` is none of them: the rules of now take its place. */
const deadlineEvents: readonly StudyEvent[] = ['settled', 'reset', 'prioritized', 'recalled', ...pausingEvents, ...pauseEnds]

const Details = z.record(z.string(), z.unknown())

/** A target as if the study had never been paused, and the time at which its clock begins. */
type Chosen = { target: SetTarget; start: Date }

/** Returns the clock of the rule that a target is from. */
const clockOf = (rules: readonly Rule[], { ruleId }: SetTarget) => rules.find(({ id }) => id === ruleId)?.clock ?? roundTheClock

type Ruled = Pick<StudyRow, 'labId' | 'modalities' | 'receivedAt' | 'priority' | 'caseType' | 'dueAt' | 'warnAt'>

/**
 * Returns the target that a study would have if the rules had always been these, or null if it has no deadline. Null too for a study whose history does
 * not explain its urgency, as earlier versions left some: its deadline stays.
 */
export function replayTarget(study: Ruled, history: readonly StudyEventRow[], rules: readonly Rule[]): SetTarget | null {
  let timeline: Timeline = { ...emptyTimeline, receivedAt: study.receivedAt }
  let pauses: Pause[] = []
  let counting: Chosen | null = null
  const moved = ({ target, start }: Chosen): SetTarget => movedByPauses(target, start, pauses, clockOf(rules, target))
  for (const happened of history) {
    if (!deadlineEvents.includes(happened.event)) continue
    pauses = pausesAfter(pauses, happened)
    const clock = deadlineClockOf(timeline, happened)
    const start = clock?.start ?? happened.at
    const chosen: Chosen | null = clock
      ? { target: chooseTarget(rulesFor(rules, study, clock.urgency), clock.urgency, start), start }
      : counting
    const target = chosen && moved(chosen)
    const details = target ? { ...Details.parse(happened.details), target } : happened.details
    timeline = { ...timeline, ...project(timeline, { ...happened, details }) }
    // A raised urgency keeps the deadline before it if that is earlier.
    if (target && timeline.dueAt?.getTime() === target.dueAt.getTime()) counting = chosen
  }
  return urgencyOf(timeline) === urgencyOf(study) && counting ? moved(counting) : null
}

/** Returns the target that the rules would change a study's deadline or warning to, or null if both stay. */
function changeOf(study: Ruled, history: readonly StudyEventRow[], rules: readonly Rule[]): SetTarget | null {
  const target = replayTarget(study, history, rules)
  const isSame = target?.dueAt.getTime() === study.dueAt?.getTime() && target?.warnAt.getTime() === study.warnAt?.getTime()
  return isSame ? null : target
}

/** Returns a value that stands for rules and calendars: others have another one. */
function versionOf(rules: readonly DeadlineRuleWithCalendar[]): string {
  const parts = rules.map(({ rule, calendar }) => [rule.id, rule.version, calendar?.id, calendar?.version].join(' '))
  return createHash('sha256').update(parts.toSorted().join('\n')).digest('hex')
}

export type FoundChange = OpenStudy & { target: SetTarget }

/** Returns the open studies whose deadlines the rules of now would change, by their new deadlines, and the version of the rules. */
export async function findDeadlineChanges(db: Db): Promise<{ rulesVersion: string; changes: FoundChange[]; rules: Rule[] }> {
  const found = await listRulesWithCalendars(db)
  const rules = withClocks(found)
  const histories = new Map<string, StudyEventRow[]>()
  for (const event of await listEventsOfOpenStudies(db, deadlineEvents)) {
    const history = histories.get(event.studyId)
    if (history) history.push(event)
    else histories.set(event.studyId, [event])
  }
  const changes = (await listOpenStudies(db)).flatMap((one) => {
    const target = changeOf(one.study, histories.get(one.study.id) ?? [], rules)
    return target ? [{ ...one, target }] : []
  })
  const inOrder = changes.toSorted((one, other) => one.target.dueAt.getTime() - other.target.dueAt.getTime())
  return { rulesVersion: versionOf(found), changes: inOrder, rules }
}

/**
 * Applies the rules of now to open studies, to so many as fit into one call. Each study is looked at again under its lock, so that a study which changed
 * meanwhile, or which another administrator was quicker with, is changed once or not at all. Throws CONFLICT if the rules are no longer those of
 * `rulesVersion`.
 */
export async function applyDeadlineRules(
  begun: Before<'study'>,
  actor: Actor,
  { rulesVersion, reason }: { rulesVersion: string; reason: string },
): Promise<{ changed: number; remaining: number }> {
  const found = await findDeadlineChanges(begun)
  if (found.rulesVersion !== rulesVersion) throw new AppError('CONFLICT')
  const ids = found.changes.map(({ study }) => study.id)
  let changed = 0
  for (const id of ids.slice(0, batch).toSorted()) {
    const [tx, study] = await lockAnyStudy(begun, id)
    const isRunning = study !== null && study.reportedAt === null && study.anonymisedAt === null
    const target = isRunning ? changeOf(study, await listStudyEvents(tx, id), found.rules) : null
    if (!study || !target) continue
    const details = { target, dueBefore: study.dueAt }
    await transition(tx, study, 'deadline_applied', { actorUserId: actor.userId, reason, details })
    changed += 1
  }
  await audit(begun, actor, { action: 'deadline_rules.applied', details: { studies: changed } })
  return { changed, remaining: Math.max(0, ids.length - batch) }
}
