import { CalendarDate, Id } from '@readroom/contracts/primitives'
import {
  defaultTatPageSize,
  TatDateType,
  TatFilters,
  type TatSort,
  tatEndpoints,
  tatModalities,
  tatPageSizes,
} from '@readroom/contracts/tat'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { z } from 'zod'

const Day = CalendarDate.or(z.literal('')).catch('')
const OneOf = Id.or(z.literal('')).catch('')
const sort = tatEndpoints.export.query.shape.sort.unwrap()

/** The parameters of the address, and what each means where it is missing or cannot be. Nothing is asked where one is empty. */
const parameters = z.object({
  dateType: TatDateType.catch('uploadDate'),
  from: Day,
  to: Day,
  location: OneOf,
  doctor: OneOf,
  search: TatFilters.shape.search.unwrap().catch(''),
  modality: TatFilters.shape.modality
    .unwrap()
    .transform((chosen) => tatModalities.filter((one) => chosen.includes(one)))
    .catch([]),
  limit: z.coerce.number().pipe(z.literal(tatPageSizes)).catch(defaultTatPageSize),
  page: tatEndpoints.report.query.shape.page.catch(1),
  /** Empty: the newest of the date type. */
  sort: sort.in.or(z.literal('')).catch(''),
})

/** What the user asked the report for. */
export type TatUrl = z.output<typeof parameters>
/** `replace`: Back does not stop at what was there before. */
export type ChangeTatUrl = (changes: Partial<TatUrl>, options?: { replace: boolean }) => void

export const readTatUrl = (params: URLSearchParams): TatUrl => parameters.parse(Object.fromEntries(params))

const defaults = new Map<string, unknown>(Object.entries(parameters.parse({})))

/** The address with changes; whatever else is asked begins at the first page. Defaults are left out of it. */
export function writeTatUrl(params: URLSearchParams, changes: Partial<TatUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries({ page: 1, ...changes })) {
    if (String(value) === String(defaults.get(name))) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The same as the API takes it, for rows, counts and the file. */
export type TatQuery = z.input<typeof TatFilters>

export function filtersOf({ dateType, from, to, location, doctor, search, modality }: TatUrl): TatQuery {
  return {
    dateType,
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(location && { location }),
    ...(doctor && { selectedDoctor: doctor }),
    ...(search && { search }),
    ...(modality.length > 0 && { modality: modality.join(',') }),
  }
}

/** A report is of a range of days, or of one location. */
export const asksForReport = ({ from, to, location }: TatUrl): boolean => Boolean(from || to || location)

/** Whether something narrows what the range and the location hold. */
export const isNarrowed = ({ doctor, search, modality }: TatUrl): boolean => Boolean(doctor || search || modality.length > 0)

export const sortOf = ({ sort: asked, dateType }: TatUrl): TatSort => sort.parse(asked || `-${dateType}`)

/** What the user asked for, kept in the address, so that Back, reload and a link keep it. */
export function useTatUrl(): { url: TatUrl; change: ChangeTatUrl } {
  const [params, setParams] = useSearchParams()
  const url = useMemo(() => readTatUrl(params), [params])
  const change: ChangeTatUrl = useCallback(
    (changes, options) => setParams((current) => writeTatUrl(current, changes), options),
    [setParams],
  )
  return { url, change }
}
