import type { Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery } from '@tanstack/react-query'
import { loadFailure, recordOptions } from '../../features/patients/patients.queries.ts'
import SummaryDialog from '../../features/summary/summary-dialog.tsx'
import { openViewer } from '../../features/viewer/open-viewer.ts'
import { PatientDocuments } from './patient-documents.tsx'

/** The patient's documents, to be read. */
function Documents({ row }: { row: WorklistRow }) {
  const { data, error, refetch } = useQuery(recordOptions({ patientId: row.patientId, studyId: row._id }))
  if (!data) return <p role="status">{error ? loadFailure(error, row.patientId) : 'Loading...'}</p>
  const permissions = { ...data.permissions, canEdit: false, canUpload: false }
  return <PatientDocuments record={{ ...data, permissions }} onChanged={() => void refetch()} />
}

type Props = { row: WorklistRow; role: Role; onOpenPatient: () => void; onClose: () => void }

/** What happened to the study of a worklist's row. */
export default function StudySummaryDialog({ row, role, onOpenPatient, onClose }: Props) {
  return (
    <SummaryDialog
      row={row}
      onOpenPatient={onOpenPatient}
      onOpenViewer={() => void openViewer(row, role)}
      onClose={onClose}
      documents={<Documents row={row} />}
    />
  )
}
