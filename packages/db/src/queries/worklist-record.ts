import { CaseType, Priority, Sex } from '@readroom/contracts/primitives'
import { StudyStatus } from '@readroom/contracts/study-workflow'
import { z } from 'zod'
import { zipRowStates } from '../schema/studies.ts'

const Instant = z.string().transform((value) => new Date(value).toISOString())

/** A row of the worklist statement, as PostgreSQL answers it. */
const WorklistRecordRow = z.object({
  id: z.string(),
  study_instance_uid: z.string(),
  orthanc_id: z.string(),
  patient_id: z.string().nullable(),
  patient_name: z.string().nullable(),
  patient_age: z.string().nullable(),
  patient_sex: Sex.nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  series_count: z.int(),
  image_count: z.int(),
  lab_id: z.string().nullable(),
  lab_name: z.string().nullable(),
  study_date: z.string().nullable(),
  received_at: Instant,
  reported_at: Instant.nullable(),
  reported_by: z.string().nullable(),
  referring_physician: z.string().nullable(),
  accession_number: z.string().nullable(),
  status: StudyStatus,
  priority: Priority,
  case_type: CaseType,
  mlc_case: z.boolean(),
  study_type: z.string().nullable(),
  clinical_history: z.string(),
  seen_by: z.string().nullable(),
  sort_value: z.string(),
  images_missing_at: Instant.nullable(),
  new_images_at: Instant.nullable(),
  zip_state: z.enum(zipRowStates).nullable(),
  zip_bytes: z.coerce.number().nullable(),
  has_report: z.boolean(),
  has_twin: z.boolean(),
  discussions: z.int(),
  doctor_assignments: z.array(
    z.object({
      doctorId: z.string(),
      fullName: z.string(),
      specialization: z.string().nullable(),
      isActive: z.boolean(),
      assignedAt: z.string(),
    }),
  ),
})

export type WorklistRecord = z.infer<typeof WorklistRecordRow>
export const WorklistRecords = z.array(WorklistRecordRow)
