import { shiftFeedEndpoints } from '@readroom/contracts/people/shift-feeds'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const shiftFeedKey = ['shift-feed']

export const shiftFeedOptions = queryOptions({
  queryKey: shiftFeedKey,
  queryFn: ({ signal }) => api.call(shiftFeedEndpoints.read, {}, { signal }).then(({ feed }) => feed),
  staleTime: 0,
})

export const createShiftFeed = () => api.call(shiftFeedEndpoints.create, {})
export const removeShiftFeed = () => api.call(shiftFeedEndpoints.remove, {})
