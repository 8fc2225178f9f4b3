import { locationEndpoints } from '@readroom/contracts/locations'
import { readingTemplateEndpoints as endpoints } from '@readroom/contracts/reading-templates'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { textBlockEndpoints } from '@readroom/contracts/text-blocks'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

export const templatesKey = ['reading-templates'] as const
export const blocksKey = ['text-blocks'] as const

export const templatesOptions = queryOptions({
  queryKey: templatesKey,
  queryFn: async ({ signal }) => (await api.call(endpoints.list, {}, { signal })).templates,
  staleTime: 0,
})

/** A template with its text. */
export const templateOptions = (templateId: string) =>
  queryOptions({
    queryKey: [...templatesKey, templateId],
    queryFn: async ({ signal }) => (await api.call(endpoints.get, { params: { templateId } }, { signal })).template,
    staleTime: 0,
  })

/** The templates of a study's report, the best first; and that one with its text where it fits, as what the report begins with. */
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

/** The laboratories that an administrator's can be of. */
export const labChoiceOptions = queryOptions({
  queryKey: ['reading-templates', 'labs'],
  queryFn: async ({ signal }) => (await api.call(locationEndpoints.list, {}, { signal })).locations,
})
