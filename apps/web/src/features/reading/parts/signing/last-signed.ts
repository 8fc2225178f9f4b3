import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useSyncExternalStore } from 'react'
import { createStore } from '../../../../lib/store.ts'
import { doublePressMs } from './double-press.ts'

/** A report signed in this tab. */
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

/** The newest first. */
const { state, set, subscribe } = createStore<{ signed: readonly LastSigned[] }>({ signed: [] })

/** Remembers a signed report. Kept in memory only, because it names a patient. */
export const noteSigned = (one: LastSigned): void => set({ signed: [one, ...state().signed] })

/** Forgets one signed report, or all of them. */
export const forgetSigned = (versionId?: string): void =>
  set({ signed: versionId === undefined ? [] : state().signed.filter(({ version }) => version.id !== versionId) })

export const useSigned = (): readonly LastSigned[] => useSyncExternalStore(subscribe, () => state().signed)

/** The last letter that came after the newest signature without a pause. */
let late: { after: string; at: number } | null = null

/**
 * Returns true for a letter that follows a signature without a pause. Its writer was still typing for the report that is gone, so it is no command for the
 * page that appeared instead.
 */
export function isLateKey({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  const [last] = state().signed
  if (!last || key.length > 1) return false
  const { id } = last.version
  const isLate = Date.now() - (late?.after === id ? late.at : last.at) < doublePressMs
  if (isLate) late = { after: id, at: Date.now() }
  return isLate
}
