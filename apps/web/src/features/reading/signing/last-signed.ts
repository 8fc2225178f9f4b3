import type { ReportVersion } from '@readroom/contracts/reading'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useSyncExternalStore } from 'react'

/** The report that this tab signed last. */
export type LastSigned = {
  version: ReportVersion
  study: Pick<WorklistRow, '_id' | 'patientName' | 'patientId' | 'description' | 'accessionNumber'>
  /** When the page was told, in milliseconds of its own clock: its recall time counts from here. */
  at: number
  /** Where the study is read. */
  path: string
  /** Where the next study of the list is read; null if it is open already, or if there is none. */
  nextPath: string | null
}

let last: LastSigned | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Notes what was signed, or forgets it. It is kept in memory alone: it names a patient. */
export function noteSigned(signed: LastSigned | null): void {
  last = signed
  for (const listener of listeners) listener()
}

export const useLastSigned = (): LastSigned | null => useSyncExternalStore(subscribe, () => last)
