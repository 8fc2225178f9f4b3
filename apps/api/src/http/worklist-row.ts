import { AppError } from '@readroom/contracts/errors'
import type { WorklistRow } from '@readroom/contracts/studies'
import { statusTable } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import type { Db } from '@readroom/db/client'
import { findWorklistRecord } from '@readroom/db/queries/worklist'
import type { WorklistRecord } from '@readroom/db/queries/worklist-record'

const bytesPerMB = 1_000_000

function zipOf({ zip_state, zip_bytes }: WorklistRecord): WorklistRow['downloadOptions'] {
  const zipStatus = zip_state === null || zip_state === 'superseded' ? 'none' : zip_state
  return { hasR2Zip: zipStatus === 'completed', zipStatus, fileSizeMB: zip_bytes === null ? null : zip_bytes / bytesPerMB }
}

function flagsOf(record: WorklistRecord): WorklistRow['flags'] {
  const flags = { imagesMissing: record.images_missing_at, newImages: record.new_images_at, duplicateStudyUid: record.has_twin }
  return (['imagesMissing', 'newImages', 'duplicateStudyUid'] as const).filter((flag) => flags[flag])
}

/** `age / gender`; nothing is invented for an unknown part. */
export function ageGender({ patient_age, patient_sex }: Pick<WorklistRecord, 'patient_age' | 'patient_sex'>): string {
  if (!patient_age && !patient_sex) return 'N/A'
  return `${patient_age ?? 'N/A'} / ${patient_sex ?? 'N/A'}`
}

/** A database record as the worklist row of the contract. */
export function toWorklistRow(record: WorklistRecord): WorklistRow {
  return {
    _id: record.id,
    studyInstanceUID: record.study_instance_uid,
    orthancStudyID: record.orthanc_id,
    patientId: record.patient_id,
    patientName: record.patient_name,
    patientAge: record.patient_age,
    gender: record.patient_sex,
    ageGender: ageGender(record),
    description: record.description,
    modality: record.modalities.join(', ') || null,
    modalitiesInStudy: record.modalities,
    series: `${record.series_count}/${record.image_count}`,
    numberOfSeries: record.series_count,
    numberOfImages: record.image_count,
    location: record.lab_name,
    locationId: record.lab_id,
    studyDate: record.study_date,
    uploadDateTime: record.received_at,
    reportedDate: record.reported_at,
    reportedBy: record.reported_by,
    referringPhysicianName: record.referring_physician,
    accessionNumber: record.accession_number,
    workflowStatus: record.status,
    currentCategory: statusTable[record.status].category,
    priority: record.priority,
    caseType: record.case_type,
    mlcCase: record.mlc_case,
    studyType: record.study_type,
    clinicalHistory: record.clinical_history,
    seenBy: record.seen_by,
    doctorAssignments: record.doctor_assignments.map(({ doctorId, fullName, specialization, isActive, assignedAt }) => ({
      doctorId,
      doctorDetails: { _id: doctorId, fullName, specialization, isActive },
      assignedAt,
    })),
    ReportAvailable: record.has_report,
    discussions: record.discussions,
    flags: flagsOf(record),
    downloadOptions: zipOf(record),
  }
}

/** One study as the caller's worklist shows it. Throws STUDY_NOT_FOUND where it does not exist or the caller does not see it. */
export async function readWorklistRow(db: Db, actor: Actor, studyId: string): Promise<WorklistRow> {
  const record = await findWorklistRecord(db, actor, studyId)
  if (!record) throw new AppError('STUDY_NOT_FOUND')
  return toWorklistRow(record)
}
