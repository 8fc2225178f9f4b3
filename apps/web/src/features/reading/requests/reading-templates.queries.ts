import { readingTemplateEndpoints as endpoints } from '@readroom/contracts/reading/reading-templates'
import { textBlockEndpoints } from '@readroom/contracts/reading/text-blocks'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const templatesKey = ['reading-templates'] as const
export const blocksKey = ['text-blocks'] as const

export const templatesOptions = queryOptions({
  queryKey: templatesKey,
  queryFn: async ({ signal }) => (await api.call(endpoints.list, {}, { signal })).templates,
  staleTime: 0,
})

/** Returns the query options for a template with its text. */
export const templateOptions = (templateId: string) =>
  queryOptions({
    queryKey: [...templatesKey, templateId],
    queryFn: async ({ signal }) => (await api.call(endpoints.get, { params: { templateId } }, { signal })).template,
    staleTime: 0,
  })

/** Returns the query options for the templates for a study's report, best first. Includes the text of the best one if it fits, for a new report. */
export const studyTemplatesOptions = (studyId: string, kind: ReportKind) =>
  queryOptions({
    queryKey: [...templatesKey, 'of-study', studyId, kind],
    queryFn: ({ signal }) => api.call(endpoints.ofStudy, { params: { studyId }, query: { kind } }, { signal }),
    staleTime: 0,
  })

export const blocksOptions = queryOptions({
  queryKey: blocksKey,
  queryFn: async ({ signal }) => (await api.call(textBlockEndpoints.list, {}, { signal })).blocks,
  staleTime: 0,
})
