import {
  type DeadlineQuestion,
  type DeadlineRule,
  type DeadlineRuleFields,
  type DeadlineTiming,
  deadlineRuleEndpoints,
} from '@readroom/contracts/studies/deadline-rules'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** The rules, and everything that is computed from them. */
export const deadlineRulesKey = ['deadline-rules'] as const

export const deadlineRulesOptions = queryOptions({
  queryKey: [...deadlineRulesKey, 'list'],
  queryFn: ({ signal }) => api.call(deadlineRuleEndpoints.list, {}, { signal }).then(({ rules }) => rules),
  staleTime: 0,
})

export type LabChoice = { value: string; label: string }

/** Read again every minute, because one of the times begins now. */
export const deadlinePreviewOptions = (question: DeadlineQuestion) =>
  queryOptions({
    queryKey: [...deadlineRulesKey, 'preview', question],
    queryFn: ({ signal }) =>
      api.call(deadlineRuleEndpoints.preview, { query: question }, { signal }).then(({ preview }) => preview),
    refetchInterval: 60_000,
    staleTime: 0,
  })

/** The times of a rule that is not saved yet. Null: its fields cannot be read. */
export const timingPreviewOptions = (timing: DeadlineTiming | null) =>
  queryOptions({
    queryKey: [...deadlineRulesKey, 'timing', timing],
    queryFn: timing
      ? ({ signal }: { signal: AbortSignal }) =>
          api.call(deadlineRuleEndpoints.previewTiming, { body: timing }, { signal }).then(({ preview }) => preview)
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** The open studies whose deadlines the rules of now would change. */
export const deadlineChangesOptions = queryOptions({
  queryKey: [...deadlineRulesKey, 'changes'],
  queryFn: ({ signal }) => api.call(deadlineRuleEndpoints.listChanges, {}, { signal }),
  staleTime: 0,
  gcTime: 0,
})

/** Applies the rules to all open studies, some in each call. Returns the number of studies that were changed. */
export async function applyDeadlineRules(
  body: { rulesVersion: string; reason: string },
  onChanged: (studies: number) => void,
): Promise<number> {
  let studies = 0
  for (let remaining = 1; remaining > 0; ) {
    const answer = await api.call(deadlineRuleEndpoints.apply, { body })
    studies += answer.changed
    onChanged(studies)
    // Nothing changed: another administrator was quicker with these.
    remaining = answer.changed === 0 ? 0 : answer.remaining
  }
  return studies
}

/** Creates a rule, or changes the given one. */
export const saveDeadlineRule = (rule: DeadlineRule | null, fields: DeadlineRuleFields) =>
  rule
    ? api.call(deadlineRuleEndpoints.update, { params: { ruleId: rule._id }, body: { ...fields, version: rule.version } })
    : api.call(deadlineRuleEndpoints.create, { body: fields })

export const deleteDeadlineRule = ({ _id }: DeadlineRule) => api.call(deadlineRuleEndpoints.remove, { params: { ruleId: _id } })
