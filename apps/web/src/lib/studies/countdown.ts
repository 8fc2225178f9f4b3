import { pauseReasonNames } from '@readroom/contracts/studies/pause-reasons'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { DeadlineBand } from '@readroom/contracts/studies/study-filters'
import { formatShortDay, formatSpan, spanWords } from '../format.ts'

/** The row fields that a countdown reads. */
export type Waiting = Pick<WorklistRow, 'dueAt' | 'warnAt' | 'reportedDate' | 'pause'>

/** Returns the band of a study. Null if it is reported or has no deadline. */
export function countdownBand({ dueAt, warnAt, reportedDate, pause }: Waiting, now: Date): DeadlineBand | null {
  if (dueAt === null || reportedDate !== null) return null
  if (pause !== null && Date.parse(pause.until) > now.getTime()) return 'paused'
  if (Date.parse(dueAt) < now.getTime()) return 'late'
  return warnAt !== null && Date.parse(warnAt) <= now.getTime() ? 'atRisk' : 'onTime'
}

/** Returns the whole minutes until a deadline, or since it. */
export const minutesFrom = (dueAt: string, now: Date): number => Math.floor(Math.abs(Date.parse(dueAt) - now.getTime()) / 60_000)

/** Returns a countdown as a list shows it. */
export function countdownText(band: DeadlineBand, minutes: number, { pause }: Pick<Waiting, 'pause'>): string {
  if (band === 'paused' && pause) return `paused: ${pauseReasonNames[pause.reason]}`
  return band === 'late' ? `${formatSpan(minutes)} late` : formatSpan(minutes)
}

/** Returns a countdown as a sentence, with its date. */
export function countdownWords(band: DeadlineBand, minutes: number, dueAt: string, { pause }: Pick<Waiting, 'pause'>): string {
  if (band === 'paused' && pause)
    return `paused for ${pauseReasonNames[pause.reason]} since ${formatShortDay(pause.since)}, until ${formatShortDay(pause.until)} at the latest`
  const day = formatShortDay(dueAt)
  if (band === 'late') return `${spanWords(minutes)} late, was due ${day}`
  return `${band === 'atRisk' ? 'at risk, ' : ''}due in ${spanWords(minutes)}, ${day}`
}
