import { locationEndpoints } from '@readroom/contracts/people/locations'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'

/** The laboratories whose studies the user sees. */
export const locationsOptions = queryOptions({
  queryKey: ['locations'],
  queryFn: ({ signal }) => api.call(locationEndpoints.list, {}, { signal }).then(({ locations }) => locations),
  staleTime: 5 * 60_000,
})

/** The laboratories to choose from in a form. Always read again, so that a new one is there at once. */
export const labChoiceOptions = queryOptions({ ...locationsOptions, staleTime: 0 })
