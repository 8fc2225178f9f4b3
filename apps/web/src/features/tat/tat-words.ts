import { type TatBandId, type TatDateType, tatBands } from '@readroom/contracts/tat'
import { formatDate } from '../../lib/format.ts'
import type { TatUrl } from './tat-url.ts'

export const dateTypeLabels: Record<TatDateType, string> = {
  uploadDate: 'Upload date',
  studyDate: 'Study date',
  assignedDate: 'Assigned date',
  reportDate: 'Report date',
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export const bandOfId = (id: TatBandId) => tatBands.find((band) => band.id === id) ?? null
export const bandLabel = (id: TatBandId): string => bandOfId(id)?.label ?? 'under 1m'

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** `5 Nov`, or `Nov 25` of a month. */
export const shortDay = (day: string, step: 'day' | 'week' | 'month' = 'day'): string =>
  (step === 'month' ? shortMonth : short).format(new Date(day))

export const periodLabel = (from: string, to: string): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

/** Something that narrows the report, in words, and what takes it away. */
export type ChosenMark = { label: string; value: string; without: Partial<TatUrl> }

/** The marks of the charts that are chosen. */
export function chosenMarks({ band, periodFrom, periodTo, weekday, hour, hasModality, dateType }: TatUrl): ChosenMark[] {
  const arrival = [weekday === '' ? '' : weekdays[weekday - 1], hour === '' ? '' : hourLabel(hour)].filter(Boolean).join(' ')
  const period = periodFrom || periodTo
  return [
    ...(band ? [{ label: 'Upload to report', value: bandLabel(band), without: { band: '' } as const }] : []),
    ...(period
      ? [
          {
            label: dateTypeLabels[dateType],
            value: periodLabel(periodFrom || periodTo, periodTo || periodFrom),
            without: { periodFrom: '', periodTo: '' },
          },
        ]
      : []),
    ...(arrival ? [{ label: 'Arrived', value: arrival, without: { weekday: '', hour: '' } as const }] : []),
    ...(hasModality ? [{ label: 'Modality', value: hasModality, without: { hasModality: '' } }] : []),
  ]
}

const hour = 60
const day = 24 * hour

/** `33m`, `2h 05m`, `1d 4h`. */
export function formatTurnaround(minutes: number): string {
  if (minutes < hour) return `${minutes}m`
  if (minutes < day) return `${Math.floor(minutes / hour)}h ${String(minutes % hour).padStart(2, '0')}m`
  return `${Math.floor(minutes / day)}d ${Math.floor((minutes % day) / hour)}h`
}
