/** The value below which `share` of all values are. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The median time of `rounds` runs in milliseconds, after a warm-up of ten. */
export async function medianTime(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = -10; round < rounds; round++) {
    const ms = await time(work)
    if (round >= 0) times.push(ms)
  }
  return quantile(times, 0.5)
}
