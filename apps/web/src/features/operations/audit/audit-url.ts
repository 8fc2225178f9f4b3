import { CalendarDate, Id } from '@readroom/contracts/core/primitives'
import { AuditFilters } from '@readroom/contracts/operations/audit'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useAddress } from '../../../lib/hooks/use-address.ts'

const { action, kind, search } = AuditFilters.shape
const OneOf = Id.or(z.literal('')).catch('')
const Day = CalendarDate.or(z.literal('')).catch('')

/** The filters in the address. A missing or invalid one filters nothing. */
const parameters = z.object({
  person: OneOf,
  patient: OneOf,
  study: OneOf,
  recordOf: OneOf,
  action: action.unwrap().or(z.literal('')).catch(''),
  kind: kind.unwrap().or(z.literal('')).catch(''),
  from: Day,
  to: Day,
  search: search.unwrap().catch(''),
})

/** The filters of the log. An empty one filters nothing. */
export type AuditUrl = z.output<typeof parameters>

export type ChangeAuditUrl = (changes: Partial<AuditUrl>) => void

export const readAuditUrl = (params: URLSearchParams): AuditUrl =>
  parameters.parse(Object.fromEntries(Object.keys(parameters.shape).map((name) => [name, params.get(name) ?? ''])))

/** Returns the address with changes applied and empty filters left out. */
export function writeAuditUrl(params: URLSearchParams, changes: Partial<AuditUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  return next
}

/** Returns the filters as the server expects them. */
export const filtersOf = (url: AuditUrl) =>
  AuditFilters.partial().parse(Object.fromEntries(Object.entries(url).filter(([, value]) => value !== '')))

export function useAuditUrl(): { url: AuditUrl; change: ChangeAuditUrl } {
  const [params, changeAddress] = useAddress()
  const url = useMemo(() => readAuditUrl(params), [params])
  const change = useCallback(
    (changes: Partial<AuditUrl>) => changeAddress((current) => writeAuditUrl(current, changes)),
    [changeAddress],
  )
  return { url, change }
}
