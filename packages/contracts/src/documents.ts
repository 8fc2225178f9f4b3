import { z } from 'zod'
import { Id, Instant } from './primitives.ts'

/** What a document is about, as the dialog offers it; labels are these words with a capital. */
export const documentCategories = ['clinical', 'radiology', 'lab', 'other'] as const
export const DocumentCategory = z.enum(documentCategories)
export type DocumentCategory = z.infer<typeof DocumentCategory>

/** Accepted files: extension -> media type. */
export const documentFileTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  txt: 'text/plain',
} as const

/** A file in a patient's record: attached to the patient, or a study's report. */
export const PatientDocument = z.object({
  _id: Id,
  /** Where the patient's documents are asked for; null for a report, which is asked for by its study. */
  index: z.int().nonnegative().nullable(),
  fileName: z.string(),
  /** Bytes. */
  size: z.int(),
  contentType: z.string(),
  /** A document's category, or `report`. */
  documentType: z.enum([...documentCategories, 'report']),
  /** The file's extension. */
  fileType: z.string(),
  uploadedAt: Instant,
  uploadedBy: z.string(),
  studyId: Id,
})
export type PatientDocument = z.infer<typeof PatientDocument>
