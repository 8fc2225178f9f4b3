import type { PatientRecord } from '@readroom/contracts/patients/patients'
import { DocumentsPanel } from '../../features/patients/documents/documents-panel.tsx'

/** Shows the documents of a patient record, including the reports of its studies. */
export function PatientDocuments({ record, onChanged }: { record: PatientRecord; onChanged: () => void }) {
  const { patientInfo, studyInfo, documents, studyReports, permissions } = record
  return (
    <DocumentsPanel
      patientId={patientInfo.patientId}
      studyId={studyInfo.studyId}
      documents={documents}
      studyReports={studyReports}
      permissions={permissions}
      onChanged={onChanged}
    />
  )
}
