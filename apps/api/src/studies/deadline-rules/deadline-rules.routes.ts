import { type DeadlineRule, deadlineRuleEndpoints as endpoints } from '@readroom/contracts/studies/deadline-rules'
import { type ListedDeadlineRule, listDeadlineRules } from '@readroom/db/studies/deadline-rules'
import { specificityOf } from '@readroom/domain/studies/deadline-choice'
import {
  changeDeadlineRule,
  createDeadlineRule,
  previewDeadline,
  removeDeadlineRule,
} from '@readroom/domain/studies/deadline-rules'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

const toRule = ({ rule, labName }: ListedDeadlineRule): DeadlineRule => ({
  _id: rule.id,
  labId: rule.labId,
  labName,
  urgency: rule.urgency,
  modality: rule.modality,
  minutes: rule.minutes,
  warningPercent: rule.warningPercent,
  version: rule.version,
})

const toDue = ({ readyAt, dueAt }: { readyAt: Date; dueAt: Date }) => ({
  readyAt: readyAt.toISOString(),
  dueAt: dueAt.toISOString(),
})

export function deadlineRuleRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context

  mount(app, context, endpoints.list, async () => {
    const rules = (await listDeadlineRules(db)).map(toRule)
    return { rules: rules.toSorted((one, other) => specificityOf(other) - specificityOf(one)) }
  })
  mount(app, context, endpoints.preview, async ({ query }) => {
    const clock = { now: new Date(), zone: settings.now().clinicTimeZone }
    const { now, friday, ...target } = await previewDeadline(db, query, clock)
    return { preview: { ...target, now: toDue(now), friday: toDue(friday) } }
  })
  mountOnce(app, context, endpoints.create, async (tx, { actor, body }) => ({
    message: 'Deadline rule saved',
    _id: await createDeadlineRule(tx, actor, body),
  }))
  mount(app, context, endpoints.update, async ({ actor, params, body }) => {
    await db.transaction((tx) => changeDeadlineRule(tx, actor, { ...params, ...body }))
    return { message: 'Deadline rule saved' }
  })
  mount(app, context, endpoints.remove, async ({ actor, params }) => {
    await db.transaction((tx) => removeDeadlineRule(tx, actor, params.ruleId))
    return { message: 'Deadline rule deleted' }
  })
}
