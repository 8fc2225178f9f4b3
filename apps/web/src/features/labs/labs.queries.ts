import { labEndpoints } from '@readroom/contracts/labs'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { FieldsOfCodes } from '../../lib/forms/field-of-error.ts'
import type { ListQuery } from '../../lib/lists/list-url.ts'
import { listKeys } from '../../lib/lists/list-url.ts'
import type { LabFields } from './lab-fields.ts'

export const labKeys = listKeys('labs')

/** At which fields a duplicate is shown. */
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

/** Read anew for every dialog: an edit starts from what is there now. */
export const labOptions = (labId: string) =>
  queryOptions({
    queryKey: labKeys.one(labId),
    queryFn: ({ signal }) => api.call(labEndpoints.details, { params: { labId } }, { signal }).then(({ data }) => data),
    staleTime: 0,
    gcTime: 0,
  })
