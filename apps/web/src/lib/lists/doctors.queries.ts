import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** Every doctor by name, also those who cannot be assigned, and may still have studies. */
export const everyDoctorOptions = queryOptions({
  queryKey: ['doctors', 'every'],
  queryFn: ({ signal }) => api.call(doctorEndpoints.list, { query: {} }, { signal }).then(({ doctors }) => doctors),
  staleTime: 0,
})
