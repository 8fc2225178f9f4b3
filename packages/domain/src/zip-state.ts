import type { ZipState } from '@readroom/contracts/studies'
import type { Zip } from '@readroom/db/queries/zips'

export type ReadyZip = Zip & { objectKey: string; sizeBytes: number }

const isPast = (at: Date | null) => at !== null && at <= new Date()

/** Built, and its time is not over. */
export function isReady(zip: Zip | null): zip is ReadyZip {
  return zip?.state === 'completed' && zip.objectKey !== null && zip.sizeBytes !== null && !isPast(zip.expiresAt)
}

/** What users are told of a ZIP. */
export function zipState(zip: Zip | null): ZipState {
  if (!zip || zip.state === 'superseded') return 'none'
  return zip.state === 'completed' && isPast(zip.expiresAt) ? 'expired' : zip.state
}
