import { AppError } from '@readroom/contracts/errors'
import { studyFlags, type WorklistRow } from '@readroom/contracts/studies'
import { statusTable } from '@readroom/contracts/study-workflow'
import type { Actor } from '@readroom/db/actor'
import type { Db } from '@readroom/db/client'
import { findWorklistRecord } from '@readroom/db/queries/worklist'
import type { WorklistRecord } from '@readroom/db/queries/worklist-record'

const bytesPerMB = 1_000_000

function zipOf({ zipState, zipBytes }: WorklistRecord): WorklistRow['downloadOptions'] {
  const zipStatus = zipState === null || zipState === 'superseded' ? 'none' : zipState
  return { hasR2Zip: zipStatus === 'completed', zipStatus, fileSizeMB: zipBytes === null ? null : zipBytes / bytesPerMB }
}

function flagsOf(record: WorklistRecord): WorklistRow['flags'] {
  const flags = { ...record, duplicateStudyUid: record.hasTwin }
  return studyFlags.filter((flag) => flags[flag])
}

/** `age / gender`; nothing is invented for an unknown part. */
export function ageGender({ patientAge, patientSex }: Pick<WorklistRecord, 'patientAge' | 'patientSex'>): string {
  if (!patientAge && !patientSex) return 'N/A'
  return `${patientAge ?? 'N/A'} / ${patientSex ?? 'N/A'}`
}

/** A database record as the worklist row of the contract. */
export function toWorklistRow(record: WorklistRecord): WorklistRow {
  return {
    _id: record.id,
    studyInstanceUID: record.studyInstanceUid,
    orthancStudyID: record.orthancId,
    patientId: record.patientId,
    patientName: record.patientName,
    patientAge: record.patientAge,
    gender: record.patientSex,
    ageGender: ageGender(record),
    description: record.description,
    modality: record.modalities.join(', ') || null,
    modalitiesInStudy: record.modalities,
    series: `${record.seriesCount}/${record.imageCount}`,
    numberOfSeries: record.seriesCount,
    numberOfImages: record.imageCount,
    location: record.labName,
    locationId: record.labId,
    studyDate: record.studyDate,
    uploadDateTime: record.receivedAt,
    reportedDate: record.reportedAt,
    reportedBy: record.reportedBy,
    referringPhysicianName: record.referringPhysician,
    accessionNumber: record.accessionNumber,
    workflowStatus: record.status,
    currentCategory: statusTable[record.status].category,
    priority: record.priority,
    caseType: record.caseType,
    mlcCase: record.mlcCase,
    studyType: record.studyType,
    caseFlags: record.caseFlags,
    documents: record.documents,
    clinicalHistory: record.clinicalHistory,
    seenBy: record.seenBy,
    doctorAssignments: record.doctorAssignments.map(({ doctorId, fullName, specialization, isActive, assignedAt }) => ({
      doctorId,
      doctorDetails: { _id: doctorId, fullName, specialization, isActive },
      assignedAt,
    })),
    ReportAvailable: record.hasReport,
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
