import { PageQuery } from '@readroom/contracts/pagination'
import { Role } from '@readroom/contracts/permissions'
import { Id } from '@readroom/contracts/primitives'
import { Invitation } from '@readroom/contracts/users'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'

export type StatusFilter = PageQuery['status']

/** What a list asks the server; the filter is left out when it hides nothing. */
export type ListQuery = { page: number; limit: number; search: string; status?: StatusFilter }

/** Cache keys of a list that administrators keep: everything of it, its pages, and one of its records. */
export function listKeys(name: string) {
  return {
    all: [name],
    pages: [name, 'page'],
    one: (id: string) => [name, 'one', id],
  } as const
}

type RoleFilter = Role | 'all'

export type InvitationFilter = Invitation | 'all'

/** What is asked of a list anew; the rest stays. */
export type Changes = {
  page?: number
  search?: string
  status?: StatusFilter
  role?: RoleFilter
  invitation?: InvitationFilter
  of?: string
}

const defaults: Record<string, string> = { page: '1', search: '', status: 'all', role: 'all', invitation: 'all', of: '' }

/** What the address says of a list. */
export type Chosen = PageQuery & {
  role: RoleFilter
  invitation: InvitationFilter
  /** The laboratory whose staff are listed; empty: everybody. */
  of: string
}

/** Page, search, status and role of a list as the address has them; what cannot be is left at its default. */
export function readListUrl(params: URLSearchParams): Chosen {
  const { page, search, status } = PageQuery.shape
  const read = (name: string) => params.get(name) ?? undefined
  return {
    page: page.catch(1).parse(read('page')),
    limit: PageQuery.shape.limit.parse(undefined),
    search: search.catch('').parse(read('search')),
    status: status.catch('all').parse(read('status')),
    role: Role.or(z.literal('all')).catch('all').parse(read('role')),
    invitation: Invitation.or(z.literal('all')).catch('all').parse(read('invitation')),
    of: Id.catch('').parse(read('of')),
  }
}

/** The address with changes; another search or filter starts at the first page. Defaults are left out of it. */
export function writeListUrl(params: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ page: 1, ...changes })) {
    if (String(value) === defaults[name]) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** What the user chose for a list, kept in the address, so that Back and reload keep it. */
export function useListUrl() {
  const [params, setParams] = useSearchParams()
  const change = useCallback(
    (changes: Changes, options?: { replace: boolean }) => setParams((current) => writeListUrl(current, changes), options),
    [setParams],
  )
  const chosen = readListUrl(params)
  const { status, role: _role, invitation: _invitation, of: _of, ...rest } = chosen
  const query: ListQuery = status === 'all' ? rest : { ...rest, status }
  return { ...chosen, query, change }
}
