import { defaultPageSize, listPageSizes, PageQuery } from '@readroom/contracts/core/pagination'
import { Role } from '@readroom/contracts/core/permissions'
import { Id } from '@readroom/contracts/core/primitives'
import { Invitation } from '@readroom/contracts/people/users'
import { useCallback } from 'react'
import { z } from 'zod'
import { useAddress } from '../hooks/use-address.ts'

export type StatusFilter = PageQuery['status']

/** The query of a list. `status` is left out if it hides nothing. */
export type ListQuery = { page: number; limit: number; search: string; status?: StatusFilter }

/** Returns the cache keys of an administrator's list: all of it, its pages, and one record. */
export function listKeys(name: string) {
  return {
    all: [name],
    pages: [name, 'page'],
    one: (id: string) => [name, 'one', id],
  } as const
}

type RoleFilter = Role | 'all'

export type InvitationFilter = Invitation | 'all'

/** Changes to a list's query. The rest stays as it is. */
export type Changes = {
  page?: number
  limit?: number
  search?: string
  status?: StatusFilter
  role?: RoleFilter
  invitation?: InvitationFilter
  of?: string
}

const defaults: Record<string, string> = {
  page: '1',
  limit: String(defaultPageSize),
  search: '',
  status: 'all',
  role: 'all',
  invitation: 'all',
  of: '',
}

const Limit = z.coerce.number().refine((size) => listPageSizes.some((offered) => offered === size))

/** The query of a list, as read from the address. */
export type Chosen = PageQuery & {
  role: RoleFilter
  invitation: InvitationFilter
  /** The laboratory whose staff are listed. Empty lists everybody. */
  of: string
}

/** Reads the query of a list from the address. Invalid values become their defaults. */
export function readListUrl(params: URLSearchParams): Chosen {
  const { page, search, status } = PageQuery.shape
  const read = (name: string) => params.get(name) ?? undefined
  return {
    page: page.catch(1).parse(read('page')),
    limit: Limit.catch(defaultPageSize).parse(read('limit')),
    search: search.catch('').parse(read('search')),
    status: status.catch('all').parse(read('status')),
    role: Role.or(z.literal('all')).catch('all').parse(read('role')),
    invitation: Invitation.or(z.literal('all')).catch('all').parse(read('invitation')),
    of: Id.catch('').parse(read('of')),
  }
}

/** Returns the address with changes applied and defaults left out. A new search or filter starts at the first page. */
export function writeListUrl(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ page: 1, ...changes })) {
    if (String(value) === defaults[name]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Returns the user's query for a list and functions to change it. The address holds it, so that Back and reload keep it. */
export function useListUrl() {
  const [params, changeAddress] = useAddress()
  const change = useCallback(
    (changes: Changes, options?: { replace: boolean }) => changeAddress((current) => writeListUrl(current, changes), options),
    [changeAddress],
  )
  const chosen = readListUrl(params)
  const { status, role: _role, invitation: _invitation, of: _of, ...rest } = chosen
  const query: ListQuery = status === 'all' ? rest : { ...rest, status }
  return { ...chosen, query, change }
}
