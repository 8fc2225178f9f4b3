import { labEndpoints } from '@readroom/contracts/people/labs'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { FieldsOfCodes } from '../../../lib/forms/field-of-error.ts'
import type { ListQuery } from '../../../lib/lists/list-url.ts'
import { listKeys } from '../../../lib/lists/list-url.ts'
import type { LabFields } from './lab-fields.ts'

export const labKeys = listKeys('labs')

/** The field that shows each refusal of a duplicate. */
export const labFieldsOfCodes = {
  LAB_IDENTIFIER_TAKEN: 'identifier',
  AE_TITLE_TAKEN: 'aeTitles',
} as const satisfies FieldsOfCodes<LabFields>

export const labPageOptions = (query: ListQuery) =>
  queryOptions({
    queryKey: [...labKeys.pages, query],
    queryFn: ({ signal }) => api.call(labEndpoints.list, { query }, { signal }),
    staleTime: 0,
  })

/** Returns the query options for a laboratory. Loaded again for every dialog, so that an edit starts from current data. */
export const labOptions = (labId: string) =>
  queryOptions({
    queryKey: labKeys.one(labId),
    queryFn: ({ signal }) => api.call(labEndpoints.details, { params: { labId } }, { signal }).then(({ data }) => data),
    staleTime: 0,
    gcTime: 0,
  })

/** Returns the query options for a laboratory's connection. Asked often, because somebody waits for the first image. */
export const labConnectionOptions = (labId: string) =>
  queryOptions({
    queryKey: [...labKeys.one(labId), 'connection'],
    queryFn: ({ signal }) => api.call(labEndpoints.connection, { params: { labId } }, { signal }).then(({ data }) => data),
    refetchInterval: 3_000,
    staleTime: 0,
  })
