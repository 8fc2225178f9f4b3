import type { CallInput } from '@readroom/contracts/endpoint'
import type { exportEndpoints } from '@readroom/contracts/exports'
import type { WorklistRow } from '@readroom/contracts/studies'
import { createContext, useContext } from 'react'

export type ExportQuery = CallInput<typeof exportEndpoints.worklist>['query']

/** Something done to rows; `onDone` hears of which. */
export type OnRows = (rows: readonly WorklistRow[], onDone?: (studyIds: readonly string[]) => void) => void

/** What can be done to a row; given by the page, used by cells, cards and keys. */
export type RowActions = {
  openViewer: (row: WorklistRow) => void
  /** The images with the report; missing for roles that do not write reports. */
  openReading?: (row: WorklistRow) => void
  /** Missing where the archive has no viewer of its own. */
  openArchiveViewer?: (row: WorklistRow) => void
  openPatient: (row: WorklistRow) => void
  openSummary: (row: WorklistRow) => void
  openReports: (row: WorklistRow) => void
  openCritical: (row: WorklistRow) => void
  openShare: (row: WorklistRow) => void
  /** The newest finished report of a row that has one. */
  downloadReport: (row: WorklistRow) => void
  openSignedReport: (row: WorklistRow) => void
  openDiscussion: (row: WorklistRow) => void
  downloadZip: (row: WorklistRow) => void
  downloadDirect: (row: WorklistRow) => void
  launchDesktop: (row: WorklistRow) => void
  downloadSeveral: (rows: readonly WorklistRow[]) => void
  /** The finished reports of these, in one ZIP. */
  downloadReports: OnRows
  /** The spreadsheet of so many studies. */
  exportWorklist: (query: ExportQuery, studies: string) => void
  /** Missing for roles that do not assign. */
  assign?: OnRows
  /** Missing for roles that may not. */
  setLocation?: (row: WorklistRow) => void
  unauthorize?: OnRows
  dispatch?: OnRows
}

/** What Enter and two clicks do to a row. */
export const openingOf = ({ openReading, openViewer }: RowActions) => openReading ?? openViewer

const Context = createContext<RowActions | null>(null)
export const RowActionsProvider = Context.Provider

export function useRowActions(): RowActions {
  const actions = useContext(Context)
  if (!actions) throw new Error('Rows need their actions')
  return actions
}
