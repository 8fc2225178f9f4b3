import type { PatientDocument } from '@readroom/contracts/patients/documents'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Creates a document of the demo's patient. A higher number was uploaded later. */
export function makeDocument(number: number, fields: Partial<PatientDocument> = {}): PatientDocument {
  return {
    _id: id(number),
    index: number,
    fileName: `letter-${number}.pdf`,
    size: 325_837,
    contentType: 'application/pdf',
    documentType: 'clinical',
    fileType: 'pdf',
    uploadedBy: 'Rosa Delgado',
    studyId: id(1),
    uploadedAt: `2025-11-21T08:${String(number).padStart(2, '0')}:00.000Z`,
    ...fields,
  }
}
