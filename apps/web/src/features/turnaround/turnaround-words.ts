import { turnaroundBands } from '@readroom/contracts/turnaround/turnaround'
import type { TurnaroundBandId, TurnaroundDateType } from '@readroom/contracts/turnaround/turnaround-report'
import { formatDate } from '../../lib/format.ts'
import type { TurnaroundUrl } from './turnaround-url.ts'

export const dateTypeLabels: Record<TurnaroundDateType, string> = {
  uploadDate: 'Upload date',
  studyDate: 'Study date',
  assignedDate: 'Assigned date',
  reportDate: 'Report date',
}

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

export const bandOfId = (id: TurnaroundBandId) => turnaroundBands.find((band) => band.id === id) ?? null
export const bandLabel = (id: TurnaroundBandId): string => bandOfId(id)?.label ?? 'under 1m'

export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Formats a day as `5 Nov`, and a month as `Nov 25`. */
export const shortDay = (day: string, step: 'day' | 'week' | 'month' = 'day'): string =>
  (step === 'month' ? shortMonth : short).format(new Date(day))

export const periodLabel = (from: string, to: string): string =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

/** An active filter in words, and the change that removes it. */
export type ChosenMark = { label: string; value: string; without: Partial<TurnaroundUrl> }

/** Returns the chosen marks of the charts. */
export function chosenMarks({ band, periodFrom, periodTo, weekday, hour, hasModality, dateType }: TurnaroundUrl): ChosenMark[] {
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

/** Formats minutes as `33m`, `2h 05m` or `1d 4h`. */
export function formatTurnaround(minutes: number): string {
  if (minutes < hour) return `${minutes}m`
  if (minutes < day) return `${Math.floor(minutes / hour)}h ${String(minutes % hour).padStart(2, '0')}m`
  return `${Math.floor(minutes / day)}d ${Math.floor((minutes % day) / hour)}h`
}
