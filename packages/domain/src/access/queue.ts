import { AppError } from '@readroom/contracts/core/errors'
import pLimit from 'p-limit'

export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a function that runs up to `atOnce` works at once and lets up to `maxWaiting` wait. It throws BUSY if more come. */
export function createQueue({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }): Queue {
  const limit = pLimit(atOnce)
  return async (work) => {
    if (limit.pendingCount >= maxWaiting) throw new AppError('BUSY')
    return limit(work)
  }
}
