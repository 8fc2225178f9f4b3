import { locationEndpoints } from '@readroom/contracts/locations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

const staleMs = 5 * 60_000

/** The laboratories that the caller sees studies of. */
export function locationsOptions() {
  return queryOptions({
    queryKey: ['locations'],
    queryFn: ({ signal }) => api.call(locationEndpoints.list, {}, { signal }).then(({ locations }) => locations),
    staleTime: staleMs,
  })
}
