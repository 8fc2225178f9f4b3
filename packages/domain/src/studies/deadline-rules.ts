import { AppError } from '@readroom/contracts/core/errors'
import type { Priority } from '@readroom/contracts/core/primitives'
import type { DeadlineQuestion, DeadlineRuleFields } from '@readroom/contracts/studies/deadline-rules'
import type { Actor } from '@readroom/db/core/actor'
import { audit } from '@readroom/db/core/audit'
import type { Db, Tx } from '@readroom/db/core/client'
import {
  type DeadlineRuleRow,
  deleteDeadlineRule,
  findFridayEvening,
  insertDeadlineRule,
  listRulesFor,
  listRulesOfStudy,
  lockDeadlineRule,
  updateDeadlineRule,
} from '@readroom/db/studies/deadline-rules'
import { chooseTarget, type DeadlineTarget, dueAfter } from './deadline-choice.ts'

/** Ids, codes and numbers: what the audit log may hold. */
const recorded = (id: string, { labId, urgency, modality, minutes, warningPercent }: DeadlineRuleFields) => ({
  target: { type: 'deadline_rule', id },
  details: { labId, urgency, modality, minutes, warningPercent },
})

async function lockRule(tx: Tx, id: string): Promise<DeadlineRuleRow> {
  const rule = await lockDeadlineRule(tx, id)
  if (!rule) throw new AppError('DEADLINE_RULE_NOT_FOUND')
  return rule
}

/** Returns the new rule's id. A rule for the same studies or a missing laboratory breaks a constraint. */
export async function createDeadlineRule(tx: Tx, actor: Actor, fields: DeadlineRuleFields): Promise<string> {
  const id = await insertDeadlineRule(tx, fields)
  await audit(tx, actor, { action: 'deadline_rule.created', ...recorded(id, fields) })
  return id
}

/** Throws DEADLINE_RULE_NOT_FOUND, CONFLICT. A rule for the same studies or a missing laboratory breaks a constraint. */
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

/** Returns the target of a study that has this urgency, by the rules of this moment. */
export async function findTarget(tx: Tx, studyId: string, urgency: Priority): Promise<DeadlineTarget> {
  return chooseTarget(await listRulesOfStudy(tx, studyId, urgency), urgency)
}

type Ready = { readyAt: Date; dueAt: Date }
type Preview = DeadlineTarget & { now: Ready; friday: Ready }

/** Returns the target of studies of a kind, and when those that are ready now and on the next Friday evening are due. */
export async function previewDeadline(
  db: Db,
  question: DeadlineQuestion,
  { now, zone }: { now: Date; zone: string },
): Promise<Preview> {
  const target = chooseTarget(await listRulesFor(db, question), question.urgency)
  const from = (readyAt: Date): Ready => ({ readyAt, dueAt: dueAfter(readyAt, target.minutes) })
  return { ...target, now: from(now), friday: from(await findFridayEvening(db, { after: now, zone })) }
}
