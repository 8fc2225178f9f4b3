import { formatTurnaround } from '../turnaround-words.ts'

const units = [1, 5, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 2880, 4320, 10_080, 20_160, 43_200, 86_400, 172_800, 432_000]

/** Returns round tick values in minutes, from 0 to at least the greatest value. */
export function minuteTicks(greatest: number): number[] {
  const unit = units.find((one) => one * 4 >= greatest) ?? Math.ceil(greatest / 4)
  return Array.from({ length: Math.max(1, Math.ceil(greatest / unit)) + 1 }, (_, index) => index * unit)
}

/** Returns the width of each of the five steps of grey. At least nine tenths of the values lie in the first four. */
export function greyUnit(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const most = sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0
  return units.slice(2).find((unit) => unit * 4 >= most) ?? Math.ceil(most / 4)
}

export const greyStep = (minutes: number, unit: number): number => Math.min(4, Math.floor(minutes / unit))

/** Formats minutes without a zero remainder: `4h`, `30m`, `2d`. */
export const formatRound = (minutes: number): string => formatTurnaround(minutes).replace(/ (0h|00m)$/, '')
