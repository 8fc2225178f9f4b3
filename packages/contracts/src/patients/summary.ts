import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role } from '../core/permissions.ts'
import { CalendarDate, CaseType, Id, Instant, OrthancId, Priority, Sex } from '../core/primitives.ts'
import { SkipReason } from '../reading/reading.ts'
import { DealtDecision } from '../studies/automatic-assignment.ts'
import { EscalationStep } from '../studies/escalation.ts'
import { PauseReason } from '../studies/pause-reasons.ts'
import { ZipState } from '../studies/studies.ts'
import { ManualMark, MarkNotes, StudyMark, studyMarks } from '../studies/study-marks.ts'
import { CourseStep, courseSteps, type StepFacts, StudyStatus } from '../studies/study-workflow.ts'
import { PatientParams, PatientRecord, StudyQuery } from './patients.ts'
import { RecordField } from './record-fields.ts'

/** Null: nobody knows. Shown as N/A, never invented. */
const known = z.string().nullable()

const CourseDealing = z.discriminatedUnion('kind', [
  ...DealtDecision.options,
  /** The doctor gave the study back. Empty: without a reason. */
  z.object({ kind: z.literal('givenBack'), reason: z.string() }),
])

const CourseEntry = z.object({
  step: CourseStep,
  at: Instant,
  /** The account that did it, or the laboratory that sent the images; null if it was the system. */
  by: known,
  byRole: Role.nullable(),
  /** The person concerned: the doctor who was given the study, lost it, or reported; the recipient of a critical result. */
  doctorName: known,
  /** The reason why a reader skipped the study. */
  skip: z.object({ reason: SkipReason, note: z.string() }).nullable(),
  /** The deadlines before and after changed rules were applied, and the administrator's reason. */
  deadline: z.object({ before: Instant.nullable(), after: Instant, reason: z.string() }).nullable(),
  /** Of a pause: its question or answer, null if there is none or it was erased; and at its end its length, in whole minutes. */
  pause: z.object({ reason: PauseReason, text: known, minutes: z.int().nonnegative().nullable() }).nullable(),
  /** The people who were told that the report is due or late: live, and by email. Emails may have waited for the end of quiet hours. */
  escalation: z
    .object({
      step: EscalationStep,
      live: z.array(z.string()),
      emailed: z.array(z.string()),
      emailedAt: Instant.nullable(),
    })
    .nullable(),
  /** The part of automatic assignment, with its reasons. */
  dealing: CourseDealing.nullable(),
  /** The mark that was set or removed, with the note that was written. */
  mark: z.object({ name: ManualMark, note: z.string() }).nullable(),
})
export type CourseEntry = z.infer<typeof CourseEntry>

/** Returns the words of a step, whether it ends a wait, and whether laboratory staff see it. */
export function stepFactsOf({
  step,
  mark,
}: Pick<CourseEntry, 'step' | 'mark'>): Pick<StepFacts, 'label' | 'endsWait' | 'isShownToStaff'> {
  if (mark === null) return courseSteps[step]
  const { steps, endsWait, isShownToStaff } = studyMarks[mark.name].set
  return { label: step === 'unmarked' ? steps.unmarked : steps.marked, endsWait, isShownToStaff }
}

const Assignment = z.object({
  assignmentNo: z.int(),
  doctorName: z.string(),
  specialization: known,
  assignedAt: Instant,
  /** Null: automatic assignment. */
  assignedBy: z.string().nullable(),
  isActive: z.boolean(),
})
export type SummaryAssignment = z.infer<typeof Assignment>

/** The person who downloaded it, and the time. */
const Taken = z.object({ userName: z.string(), downloadedAt: Instant })
export type Taken = z.infer<typeof Taken>

/** Minutes, whole; null until there is a report, or if the beginning is not known. */
const minutes = z.int().nonnegative().nullable()

/** One way of a study from ready to reported. A reset begins the next one. */
const ReportedCycle = z.object({
  cycle: z.int(),
  /** The start of the turnaround time; null while images are arriving. */
  readyAt: Instant.nullable(),
  reportedBy: known,
  /** The first finished report. */
  reportedAt: Instant.nullable(),
  turnaroundMinutes: minutes,
  /** The same without pauses. */
  netTurnaroundMinutes: minutes,
  /** The ended pauses between ready and report, in minutes. */
  pausedMinutes: z.int().nonnegative(),
  /** From the first assignment to the first finished report, in minutes. */
  diffAssignAndReportTAT: minutes,
})
export type ReportedCycle = z.infer<typeof ReportedCycle>

const Change = z.object({ before: known, after: known, changedBy: known, changedAt: Instant })
export type SummaryChange = z.infer<typeof Change>

const RecordChange = Change.extend({ field: RecordField })

const Dispatch = z.object({
  dispatchedAt: Instant,
  recipientName: known,
  /** For administrators; null for others. */
  email: known,
  dispatchedBy: z.string(),
  reportVersion: z.int(),
})

const Series = z.object({
  _id: Id,
  seriesNumber: z.int().nullable(),
  modality: known,
  seriesDate: CalendarDate.nullable(),
  seriesTime: known,
  seriesDescription: known,
  bodyPart: known,
  patientPosition: known,
  numberOfImages: z.int(),
})
export type SummarySeries = z.infer<typeof Series>

/** The patient summary: a study's data and history. */
export const StudySummary = z.object({
  patientInfo: z.object({
    fullName: known,
    patientId: known,
    /** `age / gender`, N/A for an unknown part. */
    ageGender: z.string(),
    gender: Sex.nullable(),
    dateOfBirth: CalendarDate.nullable(),
  }),
  studyInfo: z.object({
    studyId: Id,
    studyInstanceUID: z.string(),
    orthancStudyID: OrthancId,
    accessionNumber: known,
    examDescription: known,
    modality: known,
    location: known,
    studyDate: CalendarDate.nullable(),
    studyTime: known,
    uploadDateTime: Instant,
    numberOfSeries: z.int(),
    numberOfImages: z.int(),
    referredBy: known,
    priority: Priority,
    caseType: CaseType,
    mlcCase: z.boolean(),
    caseFlags: z.array(ManualMark),
    flags: z.array(StudyMark),
    markNotes: MarkNotes,
    studyType: known,
    workflowStatus: StudyStatus,
  }),
  clinicalInfo: PatientRecord.shape.clinicalInfo,
  /** Oldest first. */
  course: z.array(CourseEntry),
  /** Newest first; a doctor who got the study twice is there twice. */
  assignments: z.array(Assignment),
  /** The doctors who have the study now. */
  currentAssignments: z.array(Assignment),
  /** The last assigned of the doctors who have it now. The email address for administrators; null for others. */
  latestAssignedDoctorDetails: z
    .object({ _id: Id, fullName: z.string(), specialization: known, email: known, assignedAt: Instant })
    .nullable(),
  /** Oldest first. */
  assignmentChain: z.array(Assignment.pick({ doctorName: true, assignedAt: true, isActive: true })),
  /** The ZIP that was built before anybody asks. */
  preProcessedDownload: z.object({ zipStatus: ZipState }),
  /** Of the images; newest first, as the lists below. */
  downloadHistory: z.array(Taken),
  reportDownloadHistory: z.array(Taken),
  reportedInfo: ReportedCycle.extend({
    /** A report that the caller may download. */
    ReportAvailable: z.boolean(),
  }),
  /** Cycles that a reset ended. */
  earlierCycles: z.array(ReportedCycle),
  dispatches: z.array(Dispatch),
  examDescriptionChanges: z.array(Change),
  /** Every change of the record, for administrators; null for others. */
  recordChanges: z.array(RecordChange).nullable(),
  series: z.array(Series),
})
export type StudySummary = z.infer<typeof StudySummary>

export const summaryEndpoints = defineEndpoints({
  read: {
    method: 'GET',
    path: '/api/patients/:patientId',
    summary:
      'A study of a patient, and what happened to it; their newest without `studyId`. A patient without an id is asked for as N/A, with the study',
    access: 'patient.view',
    scope: 'study',
    params: PatientParams,
    query: StudyQuery,
    response: ok({ data: StudySummary }),
    errors: ['PATIENT_NOT_FOUND', 'PATIENT_AMBIGUOUS'],
  },
})
