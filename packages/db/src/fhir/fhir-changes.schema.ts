import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../core/columns.ts'
import { orders } from '../orders/orders.schema.ts'
import { patients } from '../patients/patients.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'

/**
 * The times at which the FHIR resources of a study, an order or a person last changed. Kept by `programs/fhir_changes.sql`; nobody else writes them. The
 * times are beside the rows, because a resource is made of several rows, and because an index of them would make each change of a study dearer.
 */
export const fhirStudyChanges = pgTable(
  'fhir_study_changes',
  {
    studyId: uuid('study_id')
      .primaryKey()
      .references(() => studies.id, { onDelete: 'cascade' }),
    labId: uuid('lab_id').references(() => labs.id),
    /** Of the ImagingStudy. */
    imagesAt: instant('images_at').notNull(),
    /** Of the DiagnosticReport. Null: no report was released. */
    reportAt: instant('report_at'),
  },
  (t) => [
    index('fhir_study_changes_images').on(t.labId, t.imagesAt, t.studyId),
    index('fhir_study_changes_report').on(t.labId, t.reportAt, t.studyId),
  ],
)

export const fhirOrderChanges = pgTable(
  'fhir_order_changes',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    labId: uuid('lab_id')
      .notNull()
      .references(() => labs.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [index('fhir_order_changes_time').on(t.labId, t.changedAt, t.orderId)],
)

export const fhirPatientChanges = pgTable(
  'fhir_patient_changes',
  {
    patientRowId: uuid('patient_row_id')
      .primaryKey()
      .references(() => patients.id, { onDelete: 'cascade' }),
    labId: uuid('lab_id').references(() => labs.id),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [index('fhir_patient_changes_time').on(t.labId, t.changedAt, t.patientRowId)],
)
