import { can } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useMemo, useState } from 'react'
import { useZipDownload } from '../../features/downloads/use-zip-download.tsx'
import { openViewer } from '../../features/viewer/open-viewer.ts'
import { type RowActions, RowActionsProvider } from '../../features/worklist/row-actions.tsx'
import { Worklist } from '../../features/worklist/worklist.tsx'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { useUser } from '../../lib/session.ts'
import { useTitle } from '../../lib/use-title.ts'
import { DashboardDialogs } from './dashboard-dialogs.tsx'
import { Live } from './live.tsx'

/** The dashboard of any role: its worklist, and the dialogs about the studies on it. */
export default function DashboardPage() {
  const { role } = useUser()
  const { open } = useDialogUrl('study')
  const { download, downloadDirect, confirmation } = useZipDownload()
  const [several, setSeveral] = useState<readonly WorklistRow[]>([])
  useTitle('Worklist')

  const actions = useMemo((): RowActions => {
    const assign = (rows: readonly WorklistRow[]) => {
      const [only, ...more] = rows
      setSeveral(rows)
      if (only) open('assign', more.length > 0 ? undefined : only._id)
    }
    return {
      openViewer: (row) => void openViewer(row, role),
      openReports: (row) => open('reports', row._id),
      downloadZip: (row) => void download(row),
      downloadDirect: (row) => void downloadDirect(row),
      ...(can(role, 'assignment.edit') && { assign }),
    }
  }, [role, open, download, downloadDirect])

  return (
    <RowActionsProvider value={actions}>
      <Worklist role={role} Live={Live} />
      <DashboardDialogs role={role} several={several} />
      {confirmation}
    </RowActionsProvider>
  )
}
