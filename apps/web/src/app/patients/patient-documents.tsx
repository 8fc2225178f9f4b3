import type { PatientRecord } from '@readroom/contracts/patients'
import { DocumentsPanel } from '../../features/documents/documents-panel.tsx'

/** The documents of a record, with the reports of its studies among them. */
export function PatientDocuments({ record, onChanged }: { record: PatientRecord; onChanged: () => void }) {
  return (
    <DocumentsPanel
      patientId={record.patientInfo.patientId}
      studyId={record.studyInfo.studyId}
      documents={record.documents}
      studyReports={record.studyReports}
      permissions={record.permissions}
      onChanged={onChanged}
    />
  )
}
