import type { PatientRecord } from '@readroom/contracts/patients'
import { DocumentsPanel } from '../../features/documents/documents-panel.tsx'

/** The documents of a record, with the reports of its studies among them. */
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
