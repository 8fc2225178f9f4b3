import { doctorGroupEndpoints } from '@readroom/contracts/people/doctor-groups'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** The groups of doctors, by name. Always read again, so that a new one is there at once. */
export const doctorGroupsOptions = queryOptions({
  queryKey: ['doctor-groups'],
  queryFn: ({ signal }) => api.call(doctorGroupEndpoints.list, {}, { signal }).then(({ groups }) => groups),
  staleTime: 0,
})
