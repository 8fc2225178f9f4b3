import type { Lateness } from '@readroom/contracts/turnaround/lateness'
import { formatSpan } from '../../lib/format.ts'

/** Says what is in the number of evenness. */
export const evennessHint =
  'Compares the minutes of each doctor with the doctor’s share. The share counts the doctor’s percentage, the time on duty, and the studies that the doctor reads. 1.00: each doctor has exactly the same part of the share. Doctors who were hardly on hardly count.'

export const minutesWords = (minutes: number): string => (minutes === 0 ? '0 min' : formatSpan(minutes))

/** Returns evenness in a word. */
export function evennessWords(index: number | null): string {
  if (index === null) return 'No work'
  if (index >= 0.95) return 'Even'
  if (index >= 0.8) return 'Nearly even'
  return index >= 0.6 ? 'Uneven' : 'Very uneven'
}

/** Returns the late studies as a share of those that were due: `12%`. */
export function latePercent({ due, late }: Lateness): string {
  if (due === 0) return 'N/A'
  const percent = (100 * late) / due
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`
}
