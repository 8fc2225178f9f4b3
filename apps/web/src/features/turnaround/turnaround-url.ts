import { CalendarDate, Id } from '@readroom/contracts/core/primitives'
import {
  defaultTurnaroundPageSize,
  TurnaroundBandId,
  TurnaroundDateType,
  TurnaroundFilters,
  type TurnaroundSort,
  turnaroundEndpoints,
  turnaroundModalities,
  turnaroundPageSizes,
} from '@readroom/contracts/turnaround/turnaround-report'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { useAddress } from '../../lib/hooks/use-address.ts'

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
const sort = turnaroundEndpoints.export.query.shape.sort.unwrap()

export const turnaroundGroupings = ['laboratories', 'doctors', 'modalities'] as const
export type TurnaroundGrouping = (typeof turnaroundGroupings)[number]

/** The parameters of the address, and the default for a missing or invalid one. An empty one filters nothing. */
const parameters = z.object({
  dateType: TurnaroundDateType.catch('uploadDate'),
  from: Day,
  to: Day,
  location: OneOf,
  doctor: OneOf,
  search: TurnaroundFilters.shape.search.unwrap().catch(''),
  band: TurnaroundBandId.or(z.literal('')).catch(''),
  periodFrom: Day,
  periodTo: Day,
  weekday: numberUpTo(1, 7),
  hour: numberUpTo(0, 23),
  hasModality: TurnaroundFilters.shape.hasModality.unwrap().catch(''),
  modality: TurnaroundFilters.shape.modality
    .unwrap()
    .transform((chosen) => turnaroundModalities.filter((one) => chosen.includes(one)))
    .catch([]),
  limit: z.coerce.number().pipe(z.literal(turnaroundPageSizes)).catch(defaultTurnaroundPageSize),
  page: turnaroundEndpoints.report.query.shape.page.catch(1),
  /** Empty means newest first by the date type. */
  sort: sort.in.or(z.literal('')).catch(''),
  /** `chart` shows the charts above the table. */
  view: z.enum(['table', 'chart']).catch('table'),
  /** The groups that the charts show. */
  groups: z.enum(turnaroundGroupings).catch('laboratories'),
})

/** The state of the report as the address holds it. */
export type TurnaroundUrl = z.output<typeof parameters>
/** `replace` replaces the history entry, so that Back skips the previous state. */
export type ChangeTurnaroundUrl = (changes: Partial<TurnaroundUrl>, options?: { replace: boolean }) => void

export const readTurnaroundUrl = (params: URLSearchParams): TurnaroundUrl => parameters.parse(Object.fromEntries(params))

const defaults = new Map<string, unknown>(Object.entries(parameters.parse({})))

/** The filters that marks in the charts set, besides location and doctor. */
export const noMarks = { band: '', periodFrom: '', periodTo: '', weekday: '', hour: '', hasModality: '' } as const

/** Returns true for parameters that change only the display, so that the page number stays. */
const isLook = (name: string) => name === 'view' || name === 'groups'

/** Returns the address with changes applied and defaults left out. Any change to the filters starts at the first page. */
export function writeTurnaroundUrl(params: URLSearchParams, changes: Partial<TurnaroundUrl>): URLSearchParams {
  const next = new URLSearchParams(params)
  const before = readTurnaroundUrl(params)
  const isRange = (['dateType', 'from', 'to'] as const).some((name) => name in changes && changes[name] !== before[name])
  const page = Object.keys(changes).every(isLook) ? {} : { page: 1 }
  // The chosen days belong to the range, so a new range drops them.
  const period = isRange ? { periodFrom: '', periodTo: '' } : {}
  for (const [name, value] of Object.entries({ ...page, ...period, ...changes })) {
    if (String(value) === String(defaults.get(name))) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The filters as the API takes them, for rows, counts and the exported file. */
export type TurnaroundQuery = z.input<typeof TurnaroundFilters>

export function filtersOf(url: TurnaroundUrl): TurnaroundQuery {
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

/** Returns true if there is a range or a location. A report needs one of them. */
export const asksForReport = ({ from, to, location }: TurnaroundUrl): boolean => Boolean(from || to || location)

/** Returns true if any filter applies besides the range and the location. */
export const isNarrowed = (url: TurnaroundUrl): boolean =>
  Boolean(url.doctor || url.search || url.modality.length > 0) || hasMarks(url)

type MarkName = keyof typeof noMarks
const isMark = (name: string): name is MarkName => name in noMarks
const hasMarks = (url: TurnaroundUrl): boolean => Object.keys(noMarks).some((name) => isMark(name) && url[name] !== '')

/** Returns the change for a click on a mark: it sets the filter, or removes it if it is set. */
export function toggled(url: TurnaroundUrl, mark: Partial<TurnaroundUrl>): Partial<TurnaroundUrl> {
  if (!isAsked(url, mark)) return mark
  return Object.fromEntries(Object.keys(mark).map((name) => [name, '']))
}
export const isAsked = (url: TurnaroundUrl, mark: Partial<TurnaroundUrl>): boolean =>
  Object.entries(mark).every(([name, value]) => new Map<string, unknown>(Object.entries(url)).get(name) === value)

export const sortOf = ({ sort: asked, dateType }: TurnaroundUrl): TurnaroundSort => sort.parse(asked || `-${dateType}`)

/** Keeps the state of the report in the address, so that Back, reload and links preserve it. */
export function useTurnaroundUrl(): { url: TurnaroundUrl; change: ChangeTurnaroundUrl } {
  const [params, changeAddress] = useAddress()
  const url = useMemo(() => readTurnaroundUrl(params), [params])
  const change: ChangeTurnaroundUrl = useCallback(
    (changes, options) => changeAddress((current) => writeTurnaroundUrl(current, changes), options),
    [changeAddress],
  )
  return { url, change }
}
