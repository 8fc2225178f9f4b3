import type { RowActions } from './row-actions.tsx'

const nothing = () => undefined

/** The actions that every role has. None of them does anything. */
export const noActions: RowActions = {
  openViewer: nothing,
  openPatient: nothing,
  openSummary: nothing,
  openReports: nothing,
  openShare: nothing,
  openCritical: nothing,
  downloadReport: nothing,
  openSignedReport: nothing,
  downloadReports: nothing,
  openDiscussion: nothing,
  downloadZip: nothing,
  downloadDirect: nothing,
  launchDesktop: nothing,
  downloadSeveral: nothing,
  exportWorklist: nothing,
}
