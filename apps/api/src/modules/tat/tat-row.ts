import type { TatDoctor, TatStudy } from '@readroom/contracts/tat'
import type { Actor } from '@readroom/db/actor'
import type { TatRecord } from '@readroom/db/queries/tat-record'
import type { TatDoctorRecord } from '@readroom/db/queries/tat-report'
import { turnaroundOf } from '@readroom/domain/turnaround'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** A database record as the row of the contract. */
export function toTatStudy(record: TatRecord): TatStudy {
  return {
    _id: record.id,
    studyStatus: record.status,
    patientId: record.patientId,
    patientName: record.patientName,
    gender: record.patientSex,
    referredBy: record.referringPhysician,
    accessionNumber: record.accessionNumber,
    studyDescription: record.description,
    modality: record.modalities.join(', ') || null,
    series_Images: `${record.seriesCount}/${record.imageCount}`,
    institutionName: record.labName,
    billedOnStudyDate: record.isBilled ? record.studyDate : null,
    studyDate: record.studyDate,
    uploadDate: record.receivedAt.toISOString(),
    assignedDate: iso(record.firstAssignedAt),
    openedDate: iso(record.openedAt),
    reportDate: iso(record.reportedAt),
    reportedBy: record.reportedBy,
    uploadedById: record.reportedByDoctorId,
    assignedDoctorId: record.assignedDoctorId,
    fullTatDetails: turnaroundOf(record),
  }
}

export const toTatDoctor =
  ({ role }: Pick<Actor, 'role'>) =>
  ({ id, fullName, specialization, email, studies }: TatDoctorRecord): TatDoctor => ({
    ...{ value: id, label: fullName, specialization: specialization || 'N/A', studies },
    email: role === 'admin' ? email : null,
  })
