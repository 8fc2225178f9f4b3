import { documentCategories } from '@readroom/contracts/patients/documents'
import { isNull } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../access/accounts.schema.ts'
import { id, instant, oneOf } from '../core/columns.ts'
import { studies } from '../studies/studies.schema.ts'
import { patients } from './patients.schema.ts'

/** The documents that a laboratory attaches to a patient: request forms, earlier letters, photographs. */
export const documents = pgTable(
  'documents',
  {
    id: id(),
    patientRowId: uuid('patient_row_id')
      .notNull()
      .references(() => patients.id),
    /** The document's place in the patient's addresses, from 0; never used again. */
    number: integer('number').notNull(),
    /** The study that it was attached to. */
    studyId: uuid('study_id')
      .notNull()
      .references(() => studies.id),
    category: text('category', { enum: documentCategories }).notNull(),
    fileName: text('file_name').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    objectKey: text('object_key').notNull(),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: instant('uploaded_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    deletedBy: uuid('deleted_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('documents_patient_number').on(t.patientRowId, t.number),
    index('documents_patient_present').on(t.patientRowId).where(isNull(t.deletedAt)),
    index('documents_study').on(t.studyId),
    index('documents_object').on(t.objectKey),
    index('documents_uploaded_by').on(t.uploadedBy),
    index('documents_deleted_by').on(t.deletedBy),
    oneOf('documents_category', t.category, documentCategories),
  ],
)
