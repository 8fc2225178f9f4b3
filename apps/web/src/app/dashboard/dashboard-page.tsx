import { can } from '@readroom/contracts/core/permissions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksToSet } from '@readroom/contracts/studies/study-marks'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useZipDownload } from '../../features/images/downloads/use-zip-download.tsx'
import { launchDesktop } from '../../features/images/viewer/launch-desktop.ts'
import { openArchiveViewer, openViewer } from '../../features/images/viewer/open-viewer.ts'
import { FirstStepsLead } from '../../features/operations/first-steps/first-steps-lead.tsx'
import { OpenCritical } from '../../features/reports/critical-results/open-critical.tsx'
import { AmendedReports } from '../../features/reports/list/amended-reports.tsx'
import { UnprintedReports } from '../../features/reports/list/unprinted-reports.tsx'
import { refetchDealt } from '../../features/turnaround/assignment/assignment.queries.ts'
import { DealtStudies } from '../../features/turnaround/assignment/dealt-studies.tsx'
import { useRefresh } from '../../features/turnaround/use-news.ts'
import { downloadSeveral, resumeBulkZips } from '../../features/worklist/bulk-actions/bulk-zip.tsx'
import { downloadReports } from '../../features/worklist/bulk-actions/download-reports.tsx'
import { exportWorklist } from '../../features/worklist/bulk-actions/export-worklist.tsx'
import { type RowActions, RowActionsProvider } from '../../features/worklist/list/row-actions.tsx'
import { Worklist, type WorklistLive } from '../../features/worklist/list/worklist.tsx'
import { SavedLists } from '../../features/worklist/saved-lists/saved-lists.tsx'
import { useCountsRefresh } from '../../features/worklist/saved-lists/use-counts-refresh.ts'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { useIsDesktop } from '../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { useLive } from '../../lib/live/use-live.ts'
import { patientPath, readingPath, signedReportPath } from '../../lib/paths.ts'
import { useUser } from '../../lib/session/session.ts'
import { downloadReport } from '../../lib/studies/report-queries.ts'
import { useHasArchiveViewer } from '../use-settings.ts'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import { DefaultList } from './default-list.tsx'
import { useStudiesDialogs } from './use-studies-dialogs.tsx'
import { useViewerRequests } from './use-viewer-requests.ts'

/** Runs the worklist's live connection. When a study changes, also refreshes the counts of the saved lists and the studies that were dealt. */
function DashboardLive({ onMessage, onReconnected }: WorklistLive) {
  const countAnew = useCountsRefresh()
  const dealtAnew = useRefresh(refetchDealt)
  useLive({
    onMessage(message) {
      onMessage(message)
      if (!('studyId' in message)) return
      countAnew()
      dealtAnew()
    },
    onReconnected() {
      onReconnected()
      countAnew()
      dealtAnew()
    },
  })
  return null
}

/** Returns the part of the query string that belongs to the list, without the dialog's parameters. */
function listOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['dialog', 'study']) params.delete(name)
  return params.toString()
}

/** Shows the dashboard of every role: its worklist and the dialogs about its studies. */
export default function DashboardPage() {
  const { _id: userId, role } = useUser()
  const { open } = useDialogUrl('study')
  const { download, downloadDirect, confirmation } = useZipDownload()
  const hasArchiveViewer = useHasArchiveViewer()
  const navigate = useNavigate()
  const isDesktop = useIsDesktop()
  const { chosen, openFor, wherePossible, leftOut } = useStudiesDialogs(open)
  useTitle('Worklist')

  const actions = useMemo((): RowActions => {
    return {
      openViewer: (row) => void openViewer(row, role),
      ...(can(role, 'report.write') && {
        openReading: (row: WorklistRow) => void navigate(readingPath(row._id, listOf(window.location.search))),
      }),
      ...(hasArchiveViewer && { openArchiveViewer: (row: WorklistRow) => void openArchiveViewer(row) }),
      openPatient: (row) => (isDesktop ? open('patient', row._id) : void navigate(patientPath(row.patientId, row._id))),
      openSummary: (row) => open('summary', row._id),
      openReports: (row) => open('reports', row._id),
      openCritical: (row) => open('critical', row._id),
      openShare: (row) => open('share', row._id),
      openDiscussion: (row) => open('discussion', row._id),
      downloadZip: (row) => void download(row),
      downloadDirect: (row) => void downloadDirect(row),
      launchDesktop: (row) => void launchDesktop(row),
      downloadReport: ({ _id: studyId, finishedReport }) =>
        void (finishedReport && downloadReport({ studyId, reportId: finishedReport.reportId })),
      openSignedReport: (row) => void navigate(signedReportPath(row._id)),
      downloadReports: wherePossible('downloadReports', (rows) => void downloadReports(rows)),
      downloadSeveral: (rows) => void downloadSeveral(userId, rows),
      exportWorklist: (query, studies) => void exportWorklist(query, studies),
      ...(can(role, 'assignment.edit') && { assign: openFor('assign') }),
      ...(marksToSet(role).length > 0 && { openMarks: (row: WorklistRow) => open('marks', row._id) }),
      ...(can(role, 'study.locate') && { setLocation: (row: WorklistRow) => open('location', row._id) }),
      ...(can(role, 'report.unauthorize') && { unauthorize: wherePossible('unauthorize', openFor('unauthorize')) }),
      ...(can(role, 'report.dispatch') && { dispatch: wherePossible('dispatch', openFor('dispatch')) }),
    }
  }, [userId, role, hasArchiveViewer, isDesktop, navigate, open, openFor, wherePossible, download, downloadDirect])
  useEffect(() => resumeBulkZips(userId), [userId])
  useViewerRequests((studyId) => open('patient', studyId))

  return (
    <RowActionsProvider value={actions}>
      {can(role, 'system.manage') && <FirstStepsLead />}
      {can(role, 'report.edit') && <UnprintedReports className="shrink-0 border-b border-line" />}
      {role === 'doctor_account' && <DealtStudies className="shrink-0 border-b border-line" />}
      {role === 'lab_staff' && <AmendedReports className="shrink-0 border-b border-line" />}
      {can(role, 'critical.acknowledge') && <OpenCritical className="shrink-0 border-b border-line" />}
      <DefaultList role={role}>
        <Worklist role={role} Live={DashboardLive} Lists={SavedLists} />
      </DefaultList>
      <DashboardDialogs role={role} chosen={chosen} />
      {leftOut}
      {confirmation}
    </RowActionsProvider>
  )
}
