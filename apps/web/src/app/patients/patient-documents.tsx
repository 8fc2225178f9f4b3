import type { PatientRecord } from '@readroom/contracts/patients'

/** The documents of a record, with the reports of its studies among them. */
export function PatientDocuments({ record }: { record: PatientRecord; onChanged: () => void }) {
  return <p>{record.documents.length}</p>
}
