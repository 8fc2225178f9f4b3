import { userEndpoints } from '@readroom/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listKeys } from '../../lib/lists/list-keys.ts'
import type { ListQuery } from '../../lib/lists/list-url.ts'

export const userKeys = listKeys('users')

export const userPageOptions = (query: ListQuery) =>
  queryOptions({
    queryKey: [...userKeys.pages, query],
    queryFn: ({ signal }) => api.call(userEndpoints.list, { query }, { signal }),
    staleTime: 0,
  })
