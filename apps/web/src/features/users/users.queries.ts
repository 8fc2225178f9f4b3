import { locationEndpoints } from '@readroom/contracts/locations'
import { userEndpoints } from '@readroom/contracts/users'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { Chosen, ListQuery } from '../../lib/lists/list-url.ts'
import { listKeys } from '../../lib/lists/list-url.ts'

export const userKeys = listKeys('users')

/** The laboratories that somebody can be of the staff of; a new one is there at once. */
export const staffLabsOptions = queryOptions({
  queryKey: [...userKeys.all, 'labs'],
  queryFn: async ({ signal }) => (await api.call(locationEndpoints.list, {}, { signal })).locations,
  staleTime: 0,
})

export type WhichUsers = Pick<Chosen, 'role' | 'invitation' | 'of'>

const filtersOf = ({ role, invitation, of }: WhichUsers) => ({
  ...(role !== 'all' && { role }),
  ...(invitation !== 'all' && { invitation }),
  ...(of !== '' && { lab: of }),
})

const staffShown = 100

/** The staff of a laboratory, as many as a page can have. */
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
