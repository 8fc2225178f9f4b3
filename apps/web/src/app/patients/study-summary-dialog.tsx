import type { Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import SummaryDialog from '../../features/summary/summary-dialog.tsx'
import { openViewer } from '../../features/viewer/open-viewer.ts'

type Props = { row: WorklistRow; role: Role; onOpenPatient: () => void; onClose: () => void }

/** What happened to the study of a worklist's row. */
export default function StudySummaryDialog({ row, role, onOpenPatient, onClose }: Props) {
  return (
    <SummaryDialog row={row} onOpenPatient={onOpenPatient} onOpenViewer={() => void openViewer(row, role)} onClose={onClose} />
  )
}
