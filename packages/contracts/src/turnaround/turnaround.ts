import type { Priority } from '../core/primitives.ts'
import type { StatusColour } from '../studies/study-workflow.ts'

/** The minutes from when a study is ready until its report is due, if no deadline rule matches. The values are the bounds of the colour bands. */
export const targetMinutes: Record<Priority, number> = { EMERGENCY: 60, STAT: 60, URGENT: 240, HIGH: 480, NORMAL: 1440 }

/** The share of a group's reports that should be there when they are due, unless the settings say otherwise. */
export const defaultGoalPercent = 85

/** The bands of turnaround times, in minutes, with their colours. */
export const turnaroundBands = [
  { id: 'upTo1h', upTo: 60, label: 'up to 1h', colour: 'green' },
  { id: 'upTo4h', upTo: 240, label: 'up to 4h', colour: 'blue' },
  { id: 'upTo8h', upTo: 480, label: 'up to 8h', colour: 'yellow' },
  { id: 'upTo24h', upTo: 1440, label: 'up to 24h', colour: 'orange' },
  { id: 'over24h', upTo: Number.POSITIVE_INFINITY, label: 'over 24h', colour: 'red' },
] as const satisfies readonly { id: string; upTo: number; label: string; colour: StatusColour }[]
export type TurnaroundBand = (typeof turnaroundBands)[number]

/** Returns the band of a time in whole minutes. Null for less than a minute and for an unknown time. */
export function bandOf(minutes: number | null): TurnaroundBand | null {
  return minutes === null || minutes <= 0 ? null : (turnaroundBands.find(({ upTo }) => minutes <= upTo) ?? null)
}

function wholeUnits(from: Date | null, to: Date | null, unitMs: number): number | null {
  if (from === null || to === null || to < from) return null
  return Math.floor((to.getTime() - from.getTime()) / unitMs)
}

/** Returns the whole minutes between two steps of a study. Null if one of them has not happened, or not in this order. */
export const minutesBetween = (from: Date | null, to: Date | null): number | null => wholeUnits(from, to, 60_000)

/** Returns the whole days of 24 hours between two steps of a study. Null if one of them has not happened, or not in this order. */
export const daysBetween = (from: Date | null, to: Date | null): number | null => wholeUnits(from, to, 86_400_000)

/** Formats minutes as `12m`, `1h 45m` or `2d 3h`. */
export function formatMinutes(minutes: number): string {
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return hours > 0 ? `${days}d ${hours}h` : `${days}d`
  if (hours > 0) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`
  return minutes > 0 ? `${minutes}m` : '<1m'
}
