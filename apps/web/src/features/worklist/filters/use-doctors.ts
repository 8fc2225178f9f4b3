import { type Doctor, doctorEndpoints } from '@readroom/contracts/doctors'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const staleMs = 5 * 60_000

/** Every doctor, by name, also those who are not active any more: they may have studies still. Asked for where somebody needs it. */
export function useDoctors(enabled: boolean) {
  const { data, isError } = useQuery({
    queryKey: ['doctors', 'named'],
    queryFn: ({ signal }) => api.call(doctorEndpoints.list, { query: {} }, { signal }).then(({ doctors }) => doctors),
    staleTime: staleMs,
    enabled,
  })
  const doctors: readonly Doctor[] | undefined = data
  return {
    doctors,
    isError,
    doctorName: (id: string) => doctors?.find(({ _id }) => _id === id)?.fullName ?? 'Chosen doctor',
  }
}
