import type { TurnaroundStep, TurnaroundSummary } from '@readroom/contracts/turnaround/turnaround-report'
import { plural } from '../../../lib/format.ts'
import { formatTurnaround, periodLabel } from '../turnaround-words.ts'

export type Period = TurnaroundSummary['periods'][number]

/** Returns the first day after the period that begins on `from`. */
function after(from: string, step: TurnaroundStep): string {
  const day = new Date(from)
  if (step === 'month') day.setUTCMonth(day.getUTCMonth() + 1)
  else day.setUTCDate(day.getUTCDate() + (step === 'week' ? 7 : 1))
  return day.toISOString().slice(0, 10)
}

/** More could not be told apart. A wrong study date may be centuries away. */
const mostSlots = 400

/** Returns every period from the first to the last with reports. `period` is null if it has none. If there are too many, returns only those with reports. */
export function everyPeriod(periods: readonly Period[], step: TurnaroundStep): { from: string; period: Period | null }[] {
  const byFirst = new Map(periods.map((period) => [period.from, period]))
  const slots: { from: string; period: Period | null }[] = []
  const last = periods.at(-1)?.from ?? ''
  for (let from = periods[0]?.from ?? '9'; from <= last; from = after(from, step)) {
    if (slots.length === mostSlots) return periods.map((period) => ({ from: period.from, period }))
    slots.push({ from, period: byFirst.get(from) ?? null })
  }
  return slots
}

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

export const wordsOf = ({ from, to, reported, median, percentile90 }: Period): string =>
  `${periodLabel(from, to)}, median ${formatTurnaround(median)}, 90th ${formatTurnaround(percentile90)}, ${plural(reported, 'study', 'studies')}`
