import { settingsEndpoints } from '@readroom/contracts/operations/settings'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../lib/api/api.ts'
import { setEmailsKept } from '../lib/email-words.ts'
import { setClinicTimeZone } from '../lib/format.ts'

const settingsOptions = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.call(settingsEndpoints.read, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  // Otherwise each mounting page would start the query again, and the frame around it would unmount the page to wait.
  retryOnMount: false,
})

/** Returns true if studies may be opened in the image archive's own viewer. */
export const useHasArchiveViewer = (): boolean => useQuery(settingsOptions).data?.archiveViewer ?? false

/** Reads once what every page needs, such as the clinic's time zone. Returns true when times can be shown. If the server doesn't answer, they are in the browser's zone. */
export function useSettings(): boolean {
  const { data, isPending } = useQuery(settingsOptions)
  if (data) {
    setClinicTimeZone(data.clinicTimeZone)
    setEmailsKept(data.keepsEmails)
  }
  return !isPending
}
