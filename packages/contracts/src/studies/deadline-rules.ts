import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, Priority } from '../core/primitives.ts'
import { ImagingModality } from './modalities.ts'

/** The longest time until a report is due: 30 days. */
export const maxDeadlineMinutes = 43_200

/** The share of its time after which a study counts as at risk, if its rule does not say otherwise. */
export const defaultWarningPercent = 75

/** The fields of a rule that an administrator writes. Null stands for every laboratory, urgency or modality. */
export const DeadlineRuleFields = z.strictObject({
  labId: Id.nullable(),
  urgency: Priority.nullable(),
  modality: ImagingModality.nullable(),
  /** From when a study is ready until its report is due, round the clock. */
  minutes: z.int().min(1).max(maxDeadlineMinutes),
  /** After this share of the minutes a study counts as at risk. */
  warningPercent: z.int().min(1).max(99).default(defaultWarningPercent),
})
export type DeadlineRuleFields = z.infer<typeof DeadlineRuleFields>

/** A rule for the time in which reports are due (docs/decisions/deadline-rules.md). */
export const DeadlineRule = z.object({
  _id: Id,
  labName: z.string().nullable(),
  ...DeadlineRuleFields.shape,
  version: z.int().positive(),
})
export type DeadlineRule = z.infer<typeof DeadlineRule>

/** A study as far as rules look at it. Null: without a laboratory, or with a modality that no rule names. */
export const DeadlineQuestion = z.object({ labId: Id.optional(), urgency: Priority, modality: ImagingModality.optional() })
export type DeadlineQuestion = z.infer<typeof DeadlineQuestion>

const Due = z.object({ readyAt: Instant, dueAt: Instant })

export const DeadlinePreview = z.object({
  /** Null: no rule matches, and the default counts. */
  ruleId: Id.nullable(),
  minutes: z.int(),
  warningPercent: z.int(),
  /** A study that is ready now. */
  now: Due,
  /** A study that is ready on the next Friday at 17:30, in the clinic's zone. */
  friday: Due,
})
export type DeadlinePreview = z.infer<typeof DeadlinePreview>

const forAdmins = { access: 'system.manage', scope: 'none' } as const
const onRule = { ...forAdmins, path: '/api/admin/deadline-rules/:ruleId', params: z.object({ ruleId: Id }) } as const
const done = ok({ message: z.string() })

export const deadlineRuleEndpoints = defineEndpoints({
  list: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/deadline-rules',
    summary: 'Deadline rules, from the most to the least specific',
    response: ok({ rules: z.array(DeadlineRule) }),
    errors: [],
  },
  preview: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/deadline-rules/preview',
    summary: 'The rule that counts for a study, and when the study is due',
    query: DeadlineQuestion,
    response: ok({ preview: DeadlinePreview }),
    errors: [],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/deadline-rules',
    summary: 'A deadline rule. Applies to studies that become ready from now on',
    once: true,
    body: DeadlineRuleFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['DEADLINE_RULE_EXISTS', 'LAB_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onRule,
    method: 'PUT',
    summary: 'Change a deadline rule. Applies to studies that become ready from now on',
    body: DeadlineRuleFields.extend({ version: z.int().positive() }),
    response: done,
    errors: ['DEADLINE_RULE_NOT_FOUND', 'DEADLINE_RULE_EXISTS', 'LAB_NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    ...onRule,
    method: 'DELETE',
    summary: 'Delete a deadline rule. Studies keep their deadlines',
    response: done,
    errors: ['DEADLINE_RULE_NOT_FOUND'],
  },
})
