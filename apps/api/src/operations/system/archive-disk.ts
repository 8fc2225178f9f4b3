import type { Db } from '@readroom/db/core/client'
import { readArrivalRate } from '@readroom/db/operations/lab-intake'
import type { ArchiveDisk } from '@readroom/db/studies/intake/archive-state'

/** Share of the whole disk. Below it, images may soon be lost. */
const LEAST_FREE = 0.05

/** Returns true if new images may soon be lost. False if the worker cannot see the disk. */
export const isNearlyFull = ({ freeBytes, totalBytes }: ArchiveDisk): boolean =>
  freeBytes !== null && totalBytes !== null && freeBytes < totalBytes * LEAST_FREE

/** Returns the days until the disk is full, if studies keep arriving as in the last 30 days and have the average size. Null if unknown. */
export async function estimateDaysLeft(db: Db, { freeBytes, usedBytes }: ArchiveDisk): Promise<number | null> {
  if (freeBytes === null || usedBytes === null) return null
  const { recent, days, all } = await readArrivalRate(db)
  const bytesPerDay = all === 0 ? 0 : ((usedBytes / all) * recent) / days
  return bytesPerDay === 0 ? null : Math.floor(freeBytes / bytesPerDay)
}
