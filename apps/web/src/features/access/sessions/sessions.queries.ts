import { type SessionInfo, sessionEndpoints } from '@readroom/contracts/access/sessions'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => api.call(sessionEndpoints.list, {}, { signal }),
  staleTime: 0,
})

export const endSession = ({ _id }: SessionInfo) => api.call(sessionEndpoints.end, { params: { sessionId: _id } })

export const endOtherSessions = () => api.call(sessionEndpoints.endOthers, {})
