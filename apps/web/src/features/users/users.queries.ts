import { userEndpoints } from '@readroom/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { listKeys } from '../../lib/lists/list-keys.ts'
import type { Chosen, ListQuery } from '../../lib/lists/list-url.ts'

export const userKeys = listKeys('users')

export type WhichUsers = Pick<Chosen, 'role' | 'invitation' | 'of'>

const filtersOf = ({ role, invitation, of }: WhichUsers) => ({
  ...(role !== 'all' && { role }),
  ...(invitation !== 'all' && { invitation }),
  ...(of !== '' && { lab: of }),
})

export const userPageOptions = (which: WhichUsers) => (query: ListQuery) =>
  queryOptions({
    queryKey: [...userKeys.pages, which, query],
    queryFn: ({ signal }) => api.call(userEndpoints.list, { query: { ...query, ...filtersOf(which) } }, { signal }),
    staleTime: 0,
  })
