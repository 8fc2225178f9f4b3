import type { PatientDocument } from '@readroom/contracts/documents'
import type { DocumentRow } from '@readroom/db/queries/documents'
import { extensionOf } from './file-content.ts'

type Uploaded = { document: DocumentRow; uploaderName: string }

/** A document as callers get it. */
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
