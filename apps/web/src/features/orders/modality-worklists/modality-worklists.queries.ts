import { type ModalityWorklistFields, modalityWorklistEndpoints } from '@readroom/contracts/orders/modality-worklists'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

/** The modality worklist of each laboratory. Scanners ask by themselves, so the page is read again. */
export const modalityWorklistsOptions = queryOptions({
  queryKey: ['modality-worklists'],
  queryFn: ({ signal }) => api.call(modalityWorklistEndpoints.list, {}, { signal }).then(({ worklists }) => worklists),
  refetchInterval: 15_000,
  staleTime: 0,
})

/** Sets up a laboratory's worklist (version 0), or changes it. */
export const saveModalityWorklist = (labId: string, body: ModalityWorklistFields & { version: number }) =>
  api.call(modalityWorklistEndpoints.save, { params: { labId }, body })
