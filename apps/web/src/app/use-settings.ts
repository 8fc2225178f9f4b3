import { settingsEndpoints } from '@readroom/contracts/settings'
import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { setClinicTimeZone } from '../lib/clinic-time-zone.ts'

/** Learns the clinic's time zone once. True when times can be shown; without an answer they are in the browser's zone. */
export function useSettings(): boolean {
  const { data, isPending } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => api.call(settingsEndpoints.read, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data) setClinicTimeZone(data.clinicTimeZone)
  return !isPending
}
