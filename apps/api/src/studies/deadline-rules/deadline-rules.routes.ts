import {
  type DeadlineChange,
  type DeadlineRule,
  deadlineRuleEndpoints as endpoints,
  maxShownChanges,
} from '@readroom/contracts/studies/deadline-rules'
import { urgencyOf } from '@readroom/contracts/studies/urgency'
import { type ListedDeadlineRule, listDeadlineRules } from '@readroom/db/studies/deadline-rules/deadline-rules'
import {
  applyDeadlineRules,
  type FoundChange,
  findDeadlineChanges,
} from '@readroom/domain/studies/deadline-rules/deadline-changes'
import { specificityOf } from '@readroom/domain/studies/deadline-rules/deadline-choice'
import {
  changeDeadlineRule,
  createDeadlineRule,
  previewDeadline,
  previewTiming,
  removeDeadlineRule,
} from '@readroom/domain/studies/deadline-rules/deadline-rules'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount, mountOnce } from '../../core/http/mount.ts'

const toRule = ({ rule, labName, calendarName }: ListedDeadlineRule): DeadlineRule => ({
  _id: rule.id,
  labId: rule.labId,
  labName,
  urgency: rule.urgency,
  modality: rule.modality,
  minutes: rule.minutes,
  calendarId: rule.calendarId,
  calendarName,
  readyBefore: rule.readyBefore,
  dueBy: rule.dueBy,
  warningPercent: rule.warningPercent,
  version: rule.version,
})

const toDue = ({ readyAt, dueAt }: { readyAt: Date; dueAt: Date }) => ({
  readyAt: readyAt.toISOString(),
  dueAt: dueAt.toISOString(),
})

const toChange = ({ study, labName, target }: FoundChange): DeadlineChange => ({
  studyId: study.id,
  accessionNumber: study.accessionNumber,
  labName,
  modalities: study.modalities,
  urgency: urgencyOf(study),
  before: (study.dueAt ?? target.dueAt).toISOString(),
  after: target.dueAt.toISOString(),
  warnBefore: study.warnAt?.toISOString() ?? null,
  warnAfter: target.warnAt.toISOString(),
})

export function deadlineRuleRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context
  const today = () => ({ now: new Date(), zone: settings.now().clinicTimeZone })

  mount(app, context, endpoints.list, async () => {
    const rules = (await listDeadlineRules(db)).map(toRule)
    return { rules: rules.toSorted((one, other) => specificityOf(other) - specificityOf(one)) }
  })
  mount(app, context, endpoints.preview, async ({ query }) => {
    const { now, friday, ...target } = await previewDeadline(db, query, today())
    return { preview: { ...target, now: toDue(now), friday: toDue(friday) } }
  })
  mount(app, context, endpoints.previewTiming, async ({ body }) => {
    const { now, friday } = await previewTiming(db, body, today())
    return { preview: { now: toDue(now), friday: toDue(friday) } }
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
  mount(app, context, endpoints.listChanges, async () => {
    const { rulesVersion, changes } = await findDeadlineChanges(db)
    return { rulesVersion, count: changes.length, changes: changes.slice(0, maxShownChanges).map(toChange) }
  })
  mount(app, context, endpoints.apply, ({ actor, body }) => db.transaction((tx) => applyDeadlineRules(tx, actor, body)))
}
