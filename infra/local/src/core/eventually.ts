import { vi } from 'vitest'

/** Long enough for a machine that has other work: how fast something is, is asked of a benchmark. */
const PATIENCE_MS = 45_000

/** Repeats `work` until it throws nothing, and returns what it returned. */
export function eventually<T>(work: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(work, { timeout: PATIENCE_MS })
}
