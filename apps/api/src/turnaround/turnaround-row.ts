import type { TurnaroundDoctor, TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import type { Actor } from '@readroom/db/core/actor'
import type { TurnaroundRecord } from '@readroom/db/turnaround/turnaround-record'
import type { TurnaroundDoctorRecord } from '@readroom/db/turnaround/turnaround-report'
import { netOf, turnaroundOf } from '@readroom/domain/turnaround/turnaround'

const iso = (at: Date | null) => at?.toISOString() ?? null

/** Converts a database record to a row of the API. */
export function toTurnaroundStudy(record: TurnaroundRecord): TurnaroundStudy {
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
    ...netOf(record),
    fullTatDetails: turnaroundOf(record),
  }
}

export const toTurnaroundDoctor =
  ({ role }: Pick<Actor, 'role'>) =>
  ({ id, fullName, specialization, email, studies }: TurnaroundDoctorRecord): TurnaroundDoctor => ({
    value: id,
    label: fullName,
    specialization: specialization || 'N/A',
    studies,
    email: role === 'admin' ? email : null,
  })
