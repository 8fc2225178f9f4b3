import { can } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { downloadSeveral, resumeBulkZips } from '../../features/bulk-actions/bulk-zip.tsx'
import { downloadReports } from '../../features/bulk-actions/download-reports.tsx'
import { exportWorklist } from '../../features/bulk-actions/export-worklist.tsx'
import { OpenCritical } from '../../features/critical-results/open-critical.tsx'
import { useZipDownload } from '../../features/downloads/use-zip-download.tsx'
import { useLive } from '../../features/live/use-live.ts'
import { SavedLists } from '../../features/saved-lists/saved-lists.tsx'
import { useCountsRefresh } from '../../features/saved-lists/use-counts-refresh.ts'
import { launchDesktop } from '../../features/viewer/launch-desktop.ts'
import { openArchiveViewer, openViewer } from '../../features/viewer/open-viewer.ts'
import { type RowActions, RowActionsProvider } from '../../features/worklist/row-actions.tsx'
import { Worklist, type WorklistLive } from '../../features/worklist/worklist.tsx'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { useIsDesktop } from '../../lib/hooks/use-media-query.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { patientPath, readingPath, signedReportPath } from '../../lib/paths.ts'
import { useUser } from '../../lib/session/session.ts'
import { downloadReport } from '../../lib/studies/report-queries.ts'
import { useHasArchiveViewer } from '../use-settings.ts'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import { DefaultList } from './default-list.tsx'
import { useStudiesDialogs } from './use-studies-dialogs.tsx'
import { useViewerRequests } from './use-viewer-requests.ts'

/** The live connection of the worklist above it, whose changes the counts of the saved lists follow. */
function DashboardLive({ onMessage, onReconnected }: WorklistLive) {
  const countAnew = useCountsRefresh()
  useLive({
    onMessage(message) {
      onMessage(message)
      if ('studyId' in message) countAnew()
    },
    onReconnected() {
      onReconnected()
      countAnew()
    },
  })
  return null
}

/** The list's own part of an address. */
function listOf(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['dialog', 'study']) params.delete(name)
  return params.toString()
}

/** The dashboard of any role: its worklist, and the dialogs about the studies on it. */
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
      ...(can(role, 'study.locate') && { setLocation: (row: WorklistRow) => open('location', row._id) }),
      ...(can(role, 'report.unauthorize') && { unauthorize: wherePossible('unauthorize', openFor('unauthorize')) }),
      ...(can(role, 'report.dispatch') && { dispatch: wherePossible('dispatch', openFor('dispatch')) }),
    }
  }, [userId, role, hasArchiveViewer, isDesktop, navigate, open, openFor, wherePossible, download, downloadDirect])
  useEffect(() => resumeBulkZips(userId), [userId])
  useViewerRequests((studyId) => open('patient', studyId))

  return (
    <RowActionsProvider value={actions}>
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
