import { CalendarDate, Id } from '@readroom/contracts/primitives'
import {
  defaultTatPageSize,
  TatBandId,
  TatDateType,
  TatFilters,
  type TatSort,
  tatEndpoints,
  tatModalities,
  tatPageSizes,
} from '@readroom/contracts/tat'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'

const Day = CalendarDate.or(z.literal('')).catch('')
const OneOf = Id.or(z.literal('')).catch('')
const numberUpTo = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to))
    .or(z.literal(''))
    .catch('')
const sort = tatEndpoints.export.query.shape.sort.unwrap()

export const tatGroupings = ['laboratories', 'doctors', 'modalities'] as const
export type TatGrouping = (typeof tatGroupings)[number]

/** The parameters of the address, and what each means where it is missing or cannot be. Nothing is asked where one is empty. */
const parameters = z.object({
  dateType: TatDateType.catch('uploadDate'),
  from: Day,
  to: Day,
  location: OneOf,
  doctor: OneOf,
  search: TatFilters.shape.search.unwrap().catch(''),
  band: TatBandId.or(z.literal('')).catch(''),
  periodFrom: Day,
  periodTo: Day,
  weekday: numberUpTo(1, 7),
  hour: numberUpTo(0, 23),
  hasModality: TatFilters.shape.hasModality.unwrap().catch(''),
  modality: TatFilters.shape.modality
    .unwrap()
    .transform((chosen) => tatModalities.filter((one) => chosen.includes(one)))
    .catch([]),
  limit: z.coerce.number().pipe(z.literal(tatPageSizes)).catch(defaultTatPageSize),
  page: tatEndpoints.report.query.shape.page.catch(1),
  /** Empty: the newest of the date type. */
  sort: sort.in.or(z.literal('')).catch(''),
  /** `chart` has the charts above the table. */
  view: z.enum(['table', 'chart']).catch('table'),
  /** Which groups the charts show. */
  groups: z.enum(tatGroupings).catch('laboratories'),
})

/** What the user asked the report for. */
export type TatUrl = z.output<typeof parameters>
/** `replace`: Back does not stop at what was there before. */
export type ChangeTatUrl = (changes: Partial<TatUrl>, options?: { replace: boolean }) => void

export const readTatUrl = (params: URLSearchParams): TatUrl => parameters.parse(Object.fromEntries(params))

const defaults = new Map<string, unknown>(Object.entries(parameters.parse({})))

/** What a mark of the charts asks for beside a location and a doctor. */
export const noMarks = { band: '', periodFrom: '', periodTo: '', weekday: '', hour: '', hasModality: '' } as const

/** How the same studies are shown: the page stays. */
const isLook = (name: string) => name === 'view' || name === 'groups'

/** The address with changes; whatever else is asked begins at the first page. Defaults are left out of it. */
export function writeTatUrl(params: URLSearchParams, changes: Partial<TatUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  const before = readTatUrl(params)
  const isRange = (['dateType', 'from', 'to'] as const).some((name) => name in changes && changes[name] !== before[name])
  const page = Object.keys(changes).every(isLook) ? {} : { page: 1 }
  // Days within a range are of that range.
  const period = isRange ? { periodFrom: '', periodTo: '' } : {}
  for (const [name, value] of Object.entries({ ...page, ...period, ...changes })) {
    if (String(value) === String(defaults.get(name))) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The same as the API takes it, for rows, counts and the file. */
export type TatQuery = z.input<typeof TatFilters>

export function filtersOf(url: TatUrl): TatQuery {
  const { dateType, from, to, location, doctor, search, modality } = url
  const { band, periodFrom, periodTo, weekday, hour, hasModality } = url
  return {
    dateType,
    ...(from && { fromDate: from }),
    ...(to && { toDate: to }),
    ...(location && { location }),
    ...(doctor && { selectedDoctor: doctor }),
    ...(search && { search }),
    ...(modality.length > 0 && { modality: modality.join(',') }),
    ...(band && { band }),
    ...(periodFrom && { periodFrom }),
    ...(periodTo && { periodTo }),
    ...(weekday !== '' && { weekday: String(weekday) }),
    ...(hour !== '' && { hour: String(hour) }),
    ...(hasModality && { hasModality }),
  }
}

/** A report is of a range of days, or of one location. */
export const asksForReport = ({ from, to, location }: TatUrl): boolean => Boolean(from || to || location)

/** Whether something narrows what the range and the location hold. */
export const isNarrowed = (url: TatUrl): boolean => Boolean(url.doctor || url.search || url.modality.length > 0) || hasMarks(url)

type MarkName = keyof typeof noMarks
const isMark = (name: string): name is MarkName => name in noMarks
const hasMarks = (url: TatUrl): boolean => Object.keys(noMarks).some((name) => isMark(name) && url[name] !== '')

/** What a click on a mark asks for: it, or no longer it. */
export function toggled(url: TatUrl, mark: Partial<TatUrl>): Partial<TatUrl> {
  if (!isAsked(url, mark)) return mark
  return Object.fromEntries(Object.keys(mark).map((name) => [name, '']))
}
export const isAsked = (url: TatUrl, mark: Partial<TatUrl>): boolean =>
  Object.entries(mark).every(([name, value]) => new Map<string, unknown>(Object.entries(url)).get(name) === value)

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
