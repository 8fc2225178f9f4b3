import { userEndpoints } from '@readroom/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listKeys } from '../../lib/lists/list-keys.ts'
import type { ListQuery, RoleFilter } from '../../lib/lists/list-url.ts'

export const userKeys = listKeys('users')

/** `all`: accounts of every role. */
export const userPageOptions = (role: RoleFilter) => (query: ListQuery) =>
  queryOptions({
    queryKey: [...userKeys.pages, role, query],
    queryFn: ({ signal }) => api.call(userEndpoints.list, { query: { ...query, ...(role !== 'all' && { role }) } }, { signal }),
    staleTime: 0,
  })
