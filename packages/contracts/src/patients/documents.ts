import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant, line } from '../core/primitives.ts'

/** The categories of documents, as the dialog offers them. Labels are these words with a capital. */
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
export type DocumentExtension = keyof typeof documentFileTypes

export const maxDocumentBytes = 20 * 1024 * 1024
export const maxFilesAtOnce = 20
export const maxDocuments = 500
/** The most pixels of an image, so that no browser or viewer must unpack more. */
export const maxDocumentPixels = 100_000_000

/** The name of a patient without an ID; one of their studies tells them apart. */
export const unknownPatientId = 'N/A'

/** A file in a patient's record: attached to the patient, or a study's report. */
export const PatientDocument = z.object({
  _id: Id,
  /** The document's index in the requests for the patient's documents; null for a report, which is requested by its study. */
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

const PatientParams = z.object({ patientId: line(256).min(1) })
const DocumentParams = PatientParams.extend({ index: z.coerce.number().int().min(0).max(2_147_483_647) })
/** One of the patient's studies, if the id alone does not tell who it is. */
const StudyQuery = z.strictObject({ studyId: Id.optional() })

const patientErrors = ['PATIENT_NOT_FOUND', 'PATIENT_AMBIGUOUS'] as const

export const documentEndpoints = defineEndpoints({
  upload: {
    method: 'POST',
    path: '/api/labEdit/patients/:patientId/documents',
    summary: 'Attaches files to a patient, through one of their studies: all of them, or none where one is refused',
    access: 'document.upload',
    scope: 'study',
    params: PatientParams,
    multipart: {
      fields: z.strictObject({
        documentType: DocumentCategory,
        /** Accepted, because forms send it: what a file is, its bytes say. */
        type: line(64).optional(),
        studyId: Id,
      }),
      file: {
        name: 'files',
        required: true,
        maxBytes: maxDocumentBytes,
        maxFiles: maxFilesAtOnce,
        tooLarge: 'DOCUMENT_TOO_LARGE',
      },
    },
    response: ok({ message: z.string(), documents: z.array(PatientDocument) }),
    errors: [
      ...patientErrors,
      'DOCUMENT_TOO_LARGE',
      'TOO_MANY_FILES',
      'TOO_MANY_DOCUMENTS',
      'UNSUPPORTED_DOCUMENT',
      'DOCUMENT_TOO_MANY_PIXELS',
      'STORAGE_UNAVAILABLE',
    ],
  },
  download: {
    method: 'GET',
    path: '/api/labEdit/patients/:patientId/documents/:index/download',
    summary: 'Download a document of a patient',
    leavesTrace: true,
    access: 'document.view',
    scope: 'study',
    params: DocumentParams,
    query: StudyQuery,
    response: 'file',
    errors: [...patientErrors, 'DOCUMENT_NOT_FOUND', 'FILE_MISSING', 'RANGE_NOT_SATISFIABLE', 'STORAGE_UNAVAILABLE'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/labEdit/patients/:patientId/documents/:index',
    summary: 'Delete a document of a patient; its number is never used again',
    access: 'document.delete',
    scope: 'study',
    params: DocumentParams,
    query: StudyQuery,
    response: ok({ message: z.string() }),
    errors: [...patientErrors, 'DOCUMENT_NOT_FOUND'],
  },
})
