import type { PatientDocument } from '@readroom/contracts/patients/documents'
import type { DocumentRow } from '@readroom/db/patients/documents'
import { extensionOf } from '../core/file-content.ts'

type Uploaded = { document: DocumentRow; uploaderName: string }

/** Converts a document to the API's form. */
export const toDocument = ({ document, uploaderName }: Uploaded): PatientDocument => ({
  _id: document.id,
  index: document.number,
  fileName: document.fileName,
  size: document.sizeBytes,
  contentType: document.contentType,
  documentType: document.category,
  fileType: extensionOf(document.fileName),
  uploadedAt: document.uploadedAt.toISOString(),
  uploadedBy: uploaderName,
  studyId: document.studyId,
})
