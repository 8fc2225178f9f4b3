import { userEndpoints } from '@readroom/contracts/people/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { Chosen, ListQuery } from '../../../lib/lists/list-url.ts'
import { listKeys } from '../../../lib/lists/list-url.ts'

export const userKeys = listKeys('users')

export type WhichUsers = Pick<Chosen, 'role' | 'invitation' | 'of'>

const filtersOf = ({ role, invitation, of }: WhichUsers) => ({
  ...(role !== 'all' && { role }),
  ...(invitation !== 'all' && { invitation }),
  ...(of !== '' && { lab: of }),
})

const staffShown = 100

/** Returns the query options for the staff of a laboratory, up to the size of a page. */
export const labStaffOptions = (lab: string) =>
  queryOptions({
    queryKey: [...userKeys.pages, 'staff', lab],
    queryFn: ({ signal }) => api.call(userEndpoints.list, { query: { lab, limit: staffShown } }, { signal }),
    staleTime: 0,
  })

export const userPageOptions = (which: WhichUsers) => (query: ListQuery) =>
  queryOptions({
    queryKey: [...userKeys.pages, which, query],
    queryFn: ({ signal }) => api.call(userEndpoints.list, { query: { ...query, ...filtersOf(which) } }, { signal }),
    staleTime: 0,
  })
