/** Returns the smallest value that at least half of the values do not exceed, like `percentile_disc`. 0 if there are none. */
export const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
