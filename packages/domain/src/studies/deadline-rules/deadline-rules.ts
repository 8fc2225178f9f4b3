import { AppError } from '@readroom/contracts/core/errors'
import type { DeadlineQuestion, DeadlineRuleFields, DeadlineTiming } from '@readroom/contracts/studies/deadline-rules'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import {
  type DeadlineRuleRow,
  type DeadlineRuleWithCalendar,
  deleteDeadlineRule,
  findFridayEvening,
  insertDeadlineRule,
  listRulesWithCalendars,
  lockDeadlineRule,
  updateDeadlineRule,
} from '@readroom/db/studies/deadline-rules/deadline-rules'
import { findOfficeCalendar } from '@readroom/db/studies/deadline-rules/office-calendars'
import { chooseTarget, type DeadlineTarget, deadlineFrom, type Rule, rulesFor } from './deadline-choice.ts'
import { makeWorkingClock } from './working-time.ts'

/** Ids, codes and numbers: what the audit log may hold. */
const recorded = (id: string, fields: DeadlineRuleFields) => {
  const { labId, urgency, modality, minutes, calendarId, readyBefore, dueBy, warningPercent } = fields
  return {
    target: { type: 'deadline_rule', id },
    details: { labId, urgency, modality, minutes, calendarId, readyBefore, dueBy, warningPercent },
  }
}

async function lockRule(tx: Tx, id: string): Promise<DeadlineRuleRow> {
  const rule = await lockDeadlineRule(tx, id)
  if (!rule) throw new AppError('DEADLINE_RULE_NOT_FOUND')
  return rule
}

/** Returns the new rule's id. A rule for the same studies, or a missing laboratory or calendar breaks a constraint. */
export async function createDeadlineRule(tx: Tx, actor: Actor, fields: DeadlineRuleFields): Promise<string> {
  const id = await insertDeadlineRule(tx, fields)
  await audit(tx, actor, { action: 'deadline_rule.created', ...recorded(id, fields) })
  return id
}

/** Throws DEADLINE_RULE_NOT_FOUND, CONFLICT. A rule for the same studies, or a missing laboratory or calendar breaks a constraint. */
export async function changeDeadlineRule(
  tx: Tx,
  actor: Actor,
  { ruleId, version, ...fields }: DeadlineRuleFields & { ruleId: string; version: number },
): Promise<void> {
  const rule = await lockRule(tx, ruleId)
  if (rule.version !== version) throw new AppError('CONFLICT')
  await updateDeadlineRule(tx, ruleId, fields)
  await audit(tx, actor, { action: 'deadline_rule.changed', ...recorded(ruleId, fields) })
}

/** Throws DEADLINE_RULE_NOT_FOUND. */
export async function removeDeadlineRule(tx: Tx, actor: Actor, ruleId: string): Promise<void> {
  const rule = await lockRule(tx, ruleId)
  await deleteDeadlineRule(tx, ruleId)
  await audit(tx, actor, { action: 'deadline_rule.deleted', ...recorded(ruleId, rule) })
}

/** Returns rules with the clocks of their calendars, one for each calendar. */
export function withClocks(rules: readonly DeadlineRuleWithCalendar[]): Rule[] {
  const clocks = new Map(rules.flatMap(({ calendar }) => (calendar ? [[calendar.id, makeWorkingClock(calendar)]] : [])))
  return rules.map(({ rule }) => ({ ...rule, clock: clocks.get(rule.calendarId ?? '') ?? null }))
}

type Ready = { readyAt: Date; dueAt: Date }
type DueTimes = { now: Ready; friday: Ready }
type Today = { now: Date; zone: string }

/** Returns when studies that are ready now and on the next Friday evening are due. */
async function previewFrom(db: Db, { now, zone }: Today, dueAt: (start: Date) => Date): Promise<DueTimes> {
  const from = (readyAt: Date): Ready => ({ readyAt, dueAt: dueAt(readyAt) })
  return { now: from(now), friday: from(await findFridayEvening(db, { after: now, zone })) }
}

/** Returns the rule of studies of a kind, and when those that are ready now and on the next Friday evening are due. */
export async function previewDeadline(
  db: Db,
  question: DeadlineQuestion,
  today: Today,
): Promise<Pick<DeadlineTarget, 'minutes' | 'warningPercent' | 'ruleId'> & DueTimes> {
  const { labId = null, urgency, modality } = question
  const study = { labId, modalities: modality ? [modality] : [] }
  const rules = rulesFor(withClocks(await listRulesWithCalendars(db)), study, urgency)
  const targetFrom = (start: Date) => chooseTarget(rules, urgency, start)
  const { minutes, warningPercent, ruleId } = targetFrom(today.now)
  return { minutes, warningPercent, ruleId, ...(await previewFrom(db, today, (start) => targetFrom(start).dueAt)) }
}

/** Returns when studies would be due by a rule that is not saved yet. Throws CALENDAR_NOT_FOUND. */
export async function previewTiming(db: Db, timing: DeadlineTiming, today: Today): Promise<DueTimes> {
  const calendar = timing.calendarId === null ? null : await findOfficeCalendar(db, timing.calendarId)
  if (timing.calendarId !== null && calendar === null) throw new AppError('CALENDAR_NOT_FOUND')
  const clock = calendar && makeWorkingClock(calendar)
  return previewFrom(db, today, (start) => deadlineFrom({ ...timing, clock }, start).dueAt)
}
