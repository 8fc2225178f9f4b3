import type { Role } from '@readroom/contracts/core/permissions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../components/ui/loading.tsx'
import { openViewer } from '../../features/images/viewer/open-viewer.ts'
import { loadFailure } from '../../features/patients/record/patients.queries.ts'
import SummaryDialog from '../../features/patients/summary/summary-dialog.tsx'
import { recordOptions } from '../../lib/studies/record-queries.ts'
import { PatientDocuments } from './patient-documents.tsx'

/** Shows the patient's documents, read-only. */
function Documents({ row }: { row: WorklistRow }) {
  const { data, error, refetch } = useQuery(recordOptions({ patientId: row.patientId, studyId: row._id }))
  if (!data) return error ? <p role="alert">{loadFailure(error, row.patientId)}</p> : <Loading />
  const permissions = { ...data.permissions, canEdit: false, canUpload: false }
  return <PatientDocuments record={{ ...data, permissions }} onChanged={() => void refetch()} />
}

type Props = { row: WorklistRow; role: Role; onOpenPatient: () => void; onClose: () => void }

/** Shows the patient summary of a worklist row. */
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
