import type { ZipState } from '@readroom/contracts/studies/studies'
import type { Zip } from '@readroom/db/images/zips'

export type ReadyZip = Zip & { objectKey: string; sizeBytes: number }

const isPast = (at: Date | null) => at !== null && at <= new Date()

/** Built, and its time is not over. */
export function isReady(zip: Zip | null): zip is ReadyZip {
  return zip?.state === 'completed' && zip.objectKey !== null && zip.sizeBytes !== null && !isPast(zip.expiresAt)
}

/** Returns the state of a ZIP as users see it. */
export function zipState(zip: Zip | null): ZipState {
  if (!zip || zip.state === 'superseded') return 'none'
  return zip.state === 'completed' && isPast(zip.expiresAt) ? 'expired' : zip.state
}
