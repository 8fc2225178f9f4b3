import { settingsEndpoints } from '@readroom/contracts/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api/api.ts'
import { setClinicTimeZone } from '../lib/format.ts'

const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.call(settingsEndpoints.read, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  // Or each page that asks would take itself away again: the frame around it waits for an answer.
  retryOnMount: false,
})

/** Whether studies may be opened in the image archive's own viewer. */
export const useHasArchiveViewer = (): boolean => useQuery(settingsOptions).data?.archiveViewer ?? false

/** Learns the clinic's time zone once. True when times can be shown; without an answer they are in the browser's zone. */
export function useSettings(): boolean {
  const { data, isPending } = useQuery(settingsOptions)
  if (data) setClinicTimeZone(data.clinicTimeZone)
  return !isPending
}
