import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line, Priority } from '../core/primitives.ts'
import { ImagingModality } from './modalities.ts'
import { minuteOfDay, TimeOfDay } from './office-calendars.ts'

/** The longest time until a report is due: 30 days. */
export const maxDeadlineMinutes = 43_200

/** The share of its time after which a study counts as at risk, if its rule does not say otherwise. */
export const defaultWarningPercent = 75

/** The studies of a rule. Null stands for every laboratory, urgency or modality. */
const place = {
  labId: Id.nullable(),
  urgency: Priority.nullable(),
  modality: ImagingModality.nullable(),
}

/** When a study is due: so many minutes after it is ready, or by a cut-off. */
const timing = {
  /** From when a study is ready until its report is due. Null with a cut-off. */
  minutes: z.int().min(1).max(maxDeadlineMinutes).nullable().default(null),
  /** The calendar whose working time counts. Null: round the clock. */
  calendarId: Id.nullable().default(null),
  /** The cut-off: a study that is ready before this time of a working day is due that day by the other one; any other study the next working day. */
  readyBefore: TimeOfDay.nullable().default(null),
  dueBy: TimeOfDay.nullable().default(null),
  /** After this share of the time a study counts as at risk. */
  warningPercent: z.int().min(1).max(99).default(defaultWarningPercent),
}
export type DeadlineTiming = z.infer<z.ZodObject<typeof timing>>

/** Returns the field at fault and the words for it; null if the fields go together. */
function faultOf({
  minutes,
  calendarId,
  readyBefore,
  dueBy,
}: DeadlineTiming): { field: keyof DeadlineTiming; words: string } | null {
  if (readyBefore === null && dueBy === null) {
    return minutes === null ? { field: 'minutes', words: 'Enter minutes or a cut-off' } : null
  }
  if (readyBefore === null) return { field: 'readyBefore', words: 'Enter the time of the cut-off' }
  if (dueBy === null) return { field: 'dueBy', words: 'Enter the time at which the report is due' }
  if (minutes !== null) return { field: 'minutes', words: 'A rule with a cut-off has no minutes' }
  if (calendarId === null)
    return { field: 'calendarId', words: 'A cut-off needs a calendar: it has the working days and the time zone' }
  return minuteOfDay(dueBy) > minuteOfDay(readyBefore)
    ? null
    : { field: 'dueBy', words: 'The due time must be after the cut-off' }
}

const Times = z.object(timing).omit({ warningPercent: true })
/** The times are compared even if another field is wrong, so that a form shows all errors at once. */
const ofValidTimes = { when: ({ value }: { value: unknown }) => Times.safeParse(value).success }

const demandTiming = (one: DeadlineTiming, context: z.RefinementCtx): void => {
  const fault = faultOf(one)
  if (fault) context.addIssue({ code: 'custom', path: [fault.field], message: fault.words })
}

/** The timing of a rule that is not saved yet. */
export const DeadlineTiming = z.strictObject(timing).superRefine(demandTiming, ofValidTimes)

/** The fields of a rule that an administrator writes. */
export const DeadlineRuleFields = z.strictObject({ ...place, ...timing }).superRefine(demandTiming, ofValidTimes)
export type DeadlineRuleFields = z.infer<typeof DeadlineRuleFields>

/** A rule for the time in which reports are due (docs/decisions/studies/deadline-rules.md). */
export const DeadlineRule = z.object({
  _id: Id,
  labName: z.string().nullable(),
  ...place,
  ...timing,
  calendarName: z.string().nullable(),
  version: z.int().positive(),
})
export type DeadlineRule = z.infer<typeof DeadlineRule>

/** A study as far as rules look at it. Null: without a laboratory, or with a modality that no rule names. */
export const DeadlineQuestion = z.object({ labId: Id.optional(), urgency: Priority, modality: ImagingModality.optional() })
export type DeadlineQuestion = z.infer<typeof DeadlineQuestion>

const Due = z.object({ readyAt: Instant, dueAt: Instant })

const dueTimes = {
  /** A study that is ready now. */
  now: Due,
  /** A study that is ready on the next Friday at 17:30, in the clinic's zone. */
  friday: Due,
}

export const DeadlinePreview = z.object({
  /** Null: no rule matches, and the default counts. */
  ruleId: Id.nullable(),
  /** Null: a cut-off. */
  minutes: z.int().nullable(),
  warningPercent: z.int(),
  ...dueTimes,
})
export type DeadlinePreview = z.infer<typeof DeadlinePreview>

/** The times of a rule that is not saved yet. */
export const TimingPreview = z.object(dueTimes)
export type TimingPreview = z.infer<typeof TimingPreview>

/** The changes of deadlines that a list shows. */
export const maxShownChanges = 100

/** An open study whose deadline the rules of now would change, or the time from which it is at risk. */
export const DeadlineChange = z.object({
  studyId: Id,
  accessionNumber: z.string().nullable(),
  labName: z.string().nullable(),
  modalities: z.array(z.string()),
  urgency: Priority,
  before: Instant,
  after: Instant,
  /** Null: it never was at risk before it was late. */
  warnBefore: Instant.nullable(),
  warnAfter: Instant,
})
export type DeadlineChange = z.infer<typeof DeadlineChange>

/** Stands for the rules and calendars of a moment. */
const RulesVersion = z.string().regex(/^[0-9a-f]{64}$/)

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
  previewTiming: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/deadline-rules/preview',
    summary: 'When studies would be due by a rule that is not saved yet. Changes nothing',
    body: DeadlineTiming,
    response: ok({ preview: TimingPreview }),
    errors: ['CALENDAR_NOT_FOUND'],
  },
  create: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/deadline-rules',
    summary: 'A deadline rule. Applies to studies that become ready from now on',
    once: true,
    body: DeadlineRuleFields,
    response: ok({ message: z.string(), _id: Id }),
    errors: ['DEADLINE_RULE_EXISTS', 'LAB_NOT_FOUND', 'CALENDAR_NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...onRule,
    method: 'PUT',
    summary: 'Change a deadline rule. Applies to studies that become ready from now on',
    body: DeadlineRuleFields.safeExtend({ version: z.int().positive() }),
    response: done,
    errors: ['DEADLINE_RULE_NOT_FOUND', 'DEADLINE_RULE_EXISTS', 'LAB_NOT_FOUND', 'CALENDAR_NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    ...onRule,
    method: 'DELETE',
    summary: 'Delete a deadline rule. Studies keep their deadlines',
    response: done,
    errors: ['DEADLINE_RULE_NOT_FOUND'],
  },
  listChanges: {
    ...forAdmins,
    method: 'GET',
    path: '/api/admin/deadline-rules/changes',
    summary: 'The open studies whose deadlines the rules of now would change; the first hundred, and how many there are',
    response: ok({ rulesVersion: RulesVersion, count: z.int(), changes: z.array(DeadlineChange) }),
    errors: [],
  },
  apply: {
    ...forAdmins,
    method: 'POST',
    path: '/api/admin/deadline-rules/apply',
    summary: 'Apply the rules of now to open studies, to up to a hundred in one call. Repeat until none remains',
    body: z.strictObject({
      /** Of the list that was shown. Other rules since then refuse the call. */
      rulesVersion: RulesVersion,
      reason: line(500).min(1),
    }),
    response: ok({ changed: z.int(), remaining: z.int() }),
    errors: ['CONFLICT'],
  },
})
