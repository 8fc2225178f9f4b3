import { clinicDay } from '../../../lib/format.ts'

/** Calendar days in the clinic's zone, both included. */
export type DayRange = { from: string; to: string }

/** Formats a day. Months count from 0, and day 0 is the last day of the month before. */
const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** Returns the usual ranges of a report, the first one being the range that the page opens with. They end today at the latest, in the clinic's zone. */
export function usualRanges(): readonly [{ label: string; range: DayRange }, ...{ label: string; range: DayRange }[]] {
  const to = clinicDay(new Date())
  const today = new Date(to)
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  return [
    { label: 'This month', range: { from: dayOf(year, month, 1), to } },
    { label: 'Last month', range: { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) } },
    { label: 'This year', range: { from: dayOf(year, 0, 1), to } },
  ]
}
