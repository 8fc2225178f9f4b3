import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import PatientDialog from '../../features/patients/record/patient-dialog.tsx'
import type { StudyActions } from '../../features/patients/record/tabs/studies-tab.tsx'
import { readRowAgain } from '../../features/worklist/rows/worklist.queries.ts'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { PatientDocuments } from './patient-documents.tsx'
import { PatientPrivacy } from './patient-privacy.tsx'
import { useStudyActions } from './use-study-actions.ts'

/** Shows the patient record of a worklist row. */
export default function StudyPatientDialog({ row, onClose }: { row: WorklistRow; onClose: () => void }) {
  const client = useQueryClient()
  const { open } = useDialogUrl('study')
  const showRecord: StudyActions['showRecord'] = useCallback(({ studyId }) => open('patient', studyId), [open])
  const { actions, confirmation } = useStudyActions(showRecord)
  return (
    <>
      <PatientDialog
        patientId={row.patientId}
        studyId={row._id}
        heardOf={row}
        actions={actions}
        documents={(record, onChanged) => <PatientDocuments record={record} onChanged={onChanged} />}
        privacy={({ studyInfo }) => <PatientPrivacy studyId={studyInfo.studyId} onRemoved={onClose} />}
        onSaved={(studyId) => void readRowAgain(client, studyId)}
        onClose={onClose}
      />
      {confirmation}
    </>
  )
}
