import { type StudyList, WorklistRow } from '@readroom/contracts/studies/studies'
import { type StudyStatus, statusTable } from '@readroom/contracts/studies/study-workflow'
import { z } from 'zod'

const id = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** Returns the id of the doctor with this number. Rows can be assigned to these doctors. */
export const doctorId = (number: number) => id(9000 + number)

/** Returns the emptiest value of a schema; undefined for one that has none. */
function emptyOf(schema: unknown): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  return schema instanceof z.ZodString ? '' : undefined
}

const emptyRow = Object.fromEntries(Object.entries(WorklistRow.shape).map(([field, schema]) => [field, emptyOf(schema)]))

/** Creates a worklist row; a field that is not named here is empty. A higher number was uploaded earlier. */
export function makeRow(number: number, status: StudyStatus = 'pending_assignment', doctors: number[] = []): WorklistRow {
  const serial = number < 0 ? 50_000 - number : number
  return WorklistRow.parse({
    ...emptyRow,
    _id: id(serial),
    studyInstanceUID: `1.2.3.${serial}`,
    orthancStudyID: `aaaaaaaa-bbbbbbbb-cccccccc-dddddddd-${String(serial).padStart(8, '0')}`,
    patientId: `RH-${number}`,
    patientName: `Patient ${number}`,
    patientAge: '41',
    gender: 'F',
    ageGender: '41 / F',
    description: 'CT Brain',
    modality: 'CT',
    modalitiesInStudy: ['CT'],
    series: '1/20',
    numberOfSeries: 1,
    numberOfImages: 20,
    location: 'Northgate',
    locationId: id(8001),
    studyDate: '2026-11-21',
    studyDateTime: '2026-11-21T09:30:00',
    uploadDateTime: new Date(Date.UTC(2026, 10, 21, 12) - number * 60_000).toISOString(),
    workflowStatus: status,
    currentCategory: statusTable[status].category,
    priority: 'NORMAL',
    caseType: 'routine',
    assignedDoctorName: doctors.map((doctor) => `Dr ${doctor}`).join(', ') || null,
    doctorAssignments: doctors.map((doctor) => ({
      doctorId: doctorId(doctor),
      doctorDetails: { _id: doctorId(doctor), fullName: `Dr ${doctor}`, specialization: null, isActive: true },
      assignedAt: new Date(Date.UTC(2026, 10, 21, doctor)).toISOString(),
    })),
    downloadOptions: { hasR2Zip: false, zipStatus: 'none', fileSizeMB: null },
  })
}

export function makePage(rows: WorklistRow[], nextCursor: string | null = null): StudyList {
  return { success: true, data: rows, totalRecords: rows.length, isCapped: false, nextCursor }
}

/** Creates the counts of three studies, one on each tab. */
export function makeCounts() {
  const byCategory = { pending: 1, inprogress: 1, completed: 1, final: 0 }
  const byTab = { pending: 1, inprogress: 1, completed: 1 }
  const summary = { byCategory, byTab, uploadedToday: 2, urgentStudies: 0, todayAssigned: 1 }
  return { success: true as const, total: 3, pending: 1, inprogress: 1, completed: 1, isCapped: false, summary }
}
