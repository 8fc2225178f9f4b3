import type { CallInput } from '@readroom/contracts/core/endpoint'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { exportEndpoints } from '@readroom/contracts/worklist/exports'
import { createContext, useContext } from 'react'

export type ExportQuery = CallInput<typeof exportEndpoints.worklist>['query']

/** An action on rows. `onDone` is called with the ids of those that were changed. */
export type OnRows = (rows: readonly WorklistRow[], onDone?: (studyIds: readonly string[]) => void) => void

/** The actions on a row. Provided by the page, used by cells, cards and keys. */
export type RowActions = {
  openViewer: (row: WorklistRow) => void
  /** Opens the images with the report. Undefined for roles that don't write reports. */
  openReading?: (row: WorklistRow) => void
  /** Undefined if the archive has no viewer of its own. */
  openArchiveViewer?: (row: WorklistRow) => void
  openPatient: (row: WorklistRow) => void
  openSummary: (row: WorklistRow) => void
  openReports: (row: WorklistRow) => void
  openCritical: (row: WorklistRow) => void
  openShare: (row: WorklistRow) => void
  /** Downloads the newest finished report of a row that has one. */
  downloadReport: (row: WorklistRow) => void
  openSignedReport: (row: WorklistRow) => void
  openDiscussion: (row: WorklistRow) => void
  /** Undefined for roles that may change no mark. */
  openMarks?: (row: WorklistRow) => void
  downloadZip: (row: WorklistRow) => void
  downloadDirect: (row: WorklistRow) => void
  launchDesktop: (row: WorklistRow) => void
  downloadSeveral: (rows: readonly WorklistRow[]) => void
  /** Downloads the finished reports of these studies in one ZIP. */
  downloadReports: OnRows
  /** Exports a spreadsheet. `studies` is the number of studies in words. */
  exportWorklist: (query: ExportQuery, studies: string) => void
  /** Undefined for roles that don't assign. */
  assign?: OnRows
  /** Undefined for roles without the permission, as are the next two. */
  setLocation?: (row: WorklistRow) => void
  unauthorize?: OnRows
  dispatch?: OnRows
}

/** Returns the action of Enter and of a double click on a row. */
export const openingOf = ({ openReading, openViewer }: RowActions) => openReading ?? openViewer

const Context = createContext<RowActions | null>(null)
export const RowActionsProvider = Context.Provider

export function useRowActions(): RowActions {
  const actions = useContext(Context)
  if (!actions) throw new Error('Rows need their actions')
  return actions
}
