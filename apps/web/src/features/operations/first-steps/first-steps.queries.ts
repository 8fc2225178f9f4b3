import { firstStepEndpoints } from '@readroom/contracts/operations/first-steps'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const firstStepsKey = ['first-steps'] as const

export const firstStepsOptions = queryOptions({
  queryKey: firstStepsKey,
  queryFn: ({ signal }) => api.call(firstStepEndpoints.read, {}, { signal }).then(({ steps }) => steps),
  retry: false,
  staleTime: 0,
})

export const dismissFirstSteps = () => api.call(firstStepEndpoints.dismiss, {})
