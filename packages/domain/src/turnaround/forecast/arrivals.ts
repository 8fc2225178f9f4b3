/** Studies that arrived in an hour of an earlier week. Weeks count from 1, hours from 0. */
export type PastArrivals = { week: number; hour: number; count: number }

/** The place of `percentile_disc(0.5)` among so many values. */
const medianPlace = (count: number) => Math.ceil(count / 2) - 1

/** Returns the median of values, each of which counts several times, like `percentile_disc(0.5)`. Null: there is none. */
export function weightedMedian(values: readonly { value: number; count: number }[]): number | null {
  let left = medianPlace(values.reduce((sum, { count }) => sum + count, 0))
  for (const { value, count } of values.toSorted((one, other) => one.value - other.value)) {
    if (left < count) return value
    left -= count
  }
  return null
}

/**
 * Returns how many studies are expected in each hour. By the end of each hour, as many are expected as half of the weeks had no more of by then. So
 * kinds of studies of which one comes every few hours are expected too, which medians of single hours would leave out.
 */
export function expectArrivals(past: readonly PastArrivals[], weeks: number, hours: number): number[] {
  const arrived = Array.from({ length: weeks }, () => Array.from({ length: hours }, () => 0))
  for (const { week, hour, count } of past) {
    const ofWeek = arrived[week - 1]
    if (ofWeek) ofWeek[hour] = (ofWeek[hour] ?? 0) + count
  }
  const sums = arrived.map(() => 0)
  let before = 0
  return Array.from({ length: hours }, (_, hour) => {
    arrived.forEach((ofWeek, week) => {
      sums[week] = (sums[week] ?? 0) + (ofWeek[hour] ?? 0)
    })
    const median = sums.toSorted((one, other) => one - other)[medianPlace(weeks)] ?? 0
    const expected = median - before
    before = median
    return expected
  })
}
