import { readTexts } from '@readroom/contracts/patients/record-fields'
import type { StudySummary, SummaryAssignment } from '@readroom/contracts/patients/summary'
import { ageGender, type WorklistRow } from '@readroom/contracts/studies/studies'
import type { Actor } from '@readroom/db/core/actor'
import type { StudyDetails } from '@readroom/db/patients/patient-record'
import type {
  AssignmentRecord,
  CourseEvent,
  DispatchRecord,
  DownloadRecord,
  EditRecord,
  EscalationRecord,
} from '@readroom/db/patients/study-summary'
import type { SeriesRow } from '@readroom/db/studies/series'
import type { StudyRow } from '@readroom/db/studies/studies'
import { courseOf } from './course.ts'
import { changesOfField, recordChangesOf } from './record-changes.ts'
import { cyclesOf } from './reported-cycles.ts'

/** The parts of a summary. */
type Parts = {
  actor: Actor
  study: StudyRow
  row: WorklistRow
  details: StudyDetails
  series: SeriesRow[]
  events: CourseEvent[]
  assignments: AssignmentRecord[]
  downloads: DownloadRecord[]
  dispatches: DispatchRecord[]
  escalations: EscalationRecord[]
  edits: EditRecord[]
}

function studyInfo({ study, row }: Parts): StudySummary['studyInfo'] {
  return {
    studyId: study.id,
    studyInstanceUID: study.studyInstanceUid,
    orthancStudyID: study.orthancId,
    accessionNumber: study.accessionNumber,
    examDescription: study.description,
    modality: study.modalities.join(', ') || null,
    location: row.location,
    studyDate: study.studyDate,
    studyTime: study.studyTime,
    uploadDateTime: study.receivedAt.toISOString(),
    numberOfSeries: study.seriesCount,
    numberOfImages: study.imageCount,
    referredBy: study.referringPhysician,
    priority: study.priority,
    caseType: study.caseType,
    mlcCase: study.mlcCase,
    caseFlags: study.caseFlags,
    flags: row.flags,
    markNotes: study.markNotes,
    studyType: study.studyType,
    workflowStatus: study.status,
  }
}

/** Oldest first. */
const toAssignments = (records: AssignmentRecord[]): SummaryAssignment[] =>
  records.map(({ doctorName, specialization, assignedAt, assignedBy, unassignedAt }, index) => ({
    assignmentNo: index + 1,
    doctorName,
    specialization,
    assignedBy,
    assignedAt: assignedAt.toISOString(),
    isActive: unassignedAt === null,
  }))

function latestOf({ actor, assignments }: Parts): StudySummary['latestAssignedDoctorDetails'] {
  const latest = assignments.findLast(({ unassignedAt }) => unassignedAt === null)
  if (!latest) return null
  const { doctorId: _id, doctorName: fullName, specialization, assignedAt } = latest
  const email = actor.role === 'admin' ? latest.doctorEmail : null
  return { _id, fullName, specialization, email, assignedAt: assignedAt.toISOString() }
}

function downloadsOf({ actor, downloads }: Parts): Pick<StudySummary, 'downloadHistory' | 'reportDownloadHistory'> {
  const taken = (shown: DownloadRecord[]) => shown.map(({ userName, at }) => ({ userName, downloadedAt: at.toISOString() }))
  const seesDrafts = actor.role !== 'lab_staff'
  return {
    downloadHistory: taken(downloads.filter(({ kind }) => kind === 'zip')),
    reportDownloadHistory: taken(
      downloads.filter(({ kind, reportStatus }) => kind === 'report' && (seesDrafts || reportStatus !== 'draft')),
    ),
  }
}

const dispatchesOf = ({ actor, dispatches }: Parts): StudySummary['dispatches'] =>
  dispatches.map(({ dispatch, dispatchedBy }) => ({
    dispatchedAt: dispatch.dispatchedAt.toISOString(),
    recipientName: dispatch.recipientName,
    email: actor.role === 'admin' ? dispatch.email : null,
    dispatchedBy,
    reportVersion: dispatch.reportVersion,
  }))

const toSeries = (row: SeriesRow): StudySummary['series'][number] => ({
  _id: row.id,
  seriesNumber: row.seriesNumber,
  modality: row.modality,
  seriesDate: row.seriesDate,
  seriesTime: row.seriesTime,
  seriesDescription: row.description,
  bodyPart: row.bodyPart,
  patientPosition: row.patientPosition,
  numberOfImages: row.imageCount,
})

/** Builds the patient summary of a study. */
export function toStudySummary(parts: Parts): StudySummary {
  const { actor, study, row, details, events } = parts
  const assignments = toAssignments(parts.assignments)
  const cycles = cyclesOf(study, events)
  const changes = recordChangesOf(parts.edits, events, study.id)
  return {
    patientInfo: {
      fullName: study.patientName,
      patientId: study.patientId,
      ageGender: ageGender(study),
      gender: study.patientSex,
      dateOfBirth: study.patientBirthDate,
    },
    studyInfo: studyInfo(parts),
    clinicalInfo: readTexts('clinicalInfo', { ...details, clinicalHistory: row.clinicalHistory }),
    course: courseOf(parts, row.location, actor.role),
    assignments: assignments.toReversed(),
    currentAssignments: assignments.filter(({ isActive }) => isActive),
    assignmentChain: assignments.map(({ doctorName, assignedAt, isActive }) => ({ doctorName, assignedAt, isActive })),
    latestAssignedDoctorDetails: latestOf(parts),
    preProcessedDownload: { zipStatus: row.downloadOptions.zipStatus },
    ...downloadsOf(parts),
    reportedInfo: { ...cycles.present, ReportAvailable: row.ReportAvailable },
    earlierCycles: cycles.earlier,
    dispatches: dispatchesOf(parts),
    examDescriptionChanges: changesOfField(changes, 'examDescription'),
    recordChanges: actor.role === 'admin' ? changes : null,
    series: parts.series.map(toSeries),
  }
}
