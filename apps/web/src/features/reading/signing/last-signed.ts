import type { ReportVersion } from '@readroom/contracts/reading/reading'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useSyncExternalStore } from 'react'

/** The last report signed in this tab. */
export type LastSigned = {
  version: ReportVersion
  study: Pick<WorklistRow, '_id' | 'patientName' | 'patientId' | 'description' | 'accessionNumber'>
  /** When the page got the answer, in ms of its own clock. The recall time counts from here. */
  at: number
  /** The address for reading the study. */
  path: string
  /** The address of the next study in the list. Null if it is already open or there is none. */
  nextPath: string | null
}

let last: LastSigned | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Remembers the signed report, or forgets it for null. Kept in memory only, because it names a patient. */
export function noteSigned(signed: LastSigned | null): void {
  last = signed
  for (const listener of listeners) listener()
}

export const useLastSigned = (): LastSigned | null => useSyncExternalStore(subscribe, () => last)
