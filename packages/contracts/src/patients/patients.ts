import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, CaseType, Id, Instant, line, OrthancId, Priority, Salutation, Sex } from '../core/primitives.ts'
import { ReportKind, SignatureMeaning } from '../studies/report-kinds.ts'
import { ManualMark, MarkNotes, StudyMark } from '../studies/study-marks.ts'
import { StudyStatus } from '../studies/study-workflow.ts'
import { PatientDocument } from './documents.ts'
import { namePartsShape, savedNamePartsShape } from './name-fields.ts'
import { recordFields, StatusChange, savedFields, shownTexts } from './record-fields.ts'

/** The sources of a name in the record, as its badges show them. Readroom has no legacy data. */
export const dataSources = ['DICOM Extracted', 'Legacy Data', 'Name Only', 'Manual Entry'] as const
export const DataSource = z.enum(dataSources)
export type DataSource = z.infer<typeof DataSource>

const Contact = z.object({ name: z.string().nullable(), email: z.string(), mobile: z.string(), institution: z.string() })
/** `pn`: the name as DICOM writes it, with its parts. */
const Physician = Contact.extend({ pn: z.string().nullable(), contactInfo: z.string(), source: DataSource.nullable() })

const Technologist = z.object({
  name: z.string().nullable(),
  mobile: z.string(),
  comments: z.string(),
  reasonToSend: z.string(),
  source: DataSource.nullable(),
})

/** Days of turnaround, whole: over all cycles, and of the present one. */
const TurnaroundDays = z.object({ totalTATDays: z.int().nullable(), resetAwareTATDays: z.int().nullable() })

/** A study of the patient that the caller may open: own ones, and priors of them. */
export const PatientStudy = z.object({
  studyId: Id,
  studyInstanceUID: z.string(),
  orthancStudyID: OrthancId,
  patientName: z.string().nullable(),
  birthDate: CalendarDate.nullable(),
  studyDate: CalendarDate.nullable(),
  accessionNumber: z.string().nullable(),
  examDescription: z.string().nullable(),
  modality: z.string().nullable(),
  numberOfSeries: z.int(),
  numberOfImages: z.int(),
  workflowStatus: StudyStatus,
  uploadDateTime: Instant,
  reportedDate: Instant.nullable(),
  reportedBy: z.string().nullable(),
  /** The newest that was signed and stands, as far as the caller may read it; null without any. */
  signedReport: z.object({ kind: ReportKind, meaning: SignatureMeaning }).nullable(),
  /** The study that the record is about. */
  isCurrent: z.boolean(),
  /** Seen only as a prior of another: nothing of it can be changed. */
  isPrior: z.boolean(),
  recordVersion: z.int(),
})
export type PatientStudy = z.infer<typeof PatientStudy>

/** Null: nobody knows. Shown as N/A, never invented. */
const known = z.string().nullable()

/** `studies` stands for the names, birth dates and studies that a correction of the patient touches. */
const RecordVersion = z.object({ patient: z.int(), study: z.int(), studies: z.string() })

/** The patient record: a patient of a laboratory, with one of their studies. */
export const PatientRecord = z.object({
  patientInfo: z.object({
    salutation: Salutation.nullable(),
    fullName: known,
    /** The full name, split on the first space. */
    firstName: known,
    lastName: known,
    ...namePartsShape,
    age: known,
    gender: Sex.nullable(),
    dateOfBirth: CalendarDate.nullable(),
    ...shownTexts('patientInfo'),
    patientId: known,
  }),
  clinicalInfo: z.object(shownTexts('clinicalInfo')),
  visitInfo: z.object({
    referringPhysician: known,
    requestingPhysician: known,
    technologistName: known,
    ...shownTexts('visitInfo'),
    studyPriority: StatusChange,
    priorityLevel: Priority,
    caseType: CaseType,
    /** In the clinic's zone, as are the times below. */
    modifiedDate: CalendarDate.nullable(),
    modifiedTime: known,
    reportDate: CalendarDate.nullable(),
    reportTime: known,
    studyStatus: StudyStatus,
    center: known,
    examType: known,
    examDescription: known,
    orderDate: CalendarDate.nullable(),
    studyDate: CalendarDate.nullable(),
  }),
  studyInfo: z.object({
    studyId: Id,
    studyInstanceUID: z.string(),
    physicians: z.object({ referring: Physician, requesting: Physician }),
    technologist: Technologist,
    studyPriority: StatusChange,
    priorityLevel: Priority,
    caseType: CaseType,
    status: StudyStatus,
    accessionNumber: known,
    numberOfImages: z.int(),
    numberOfSeries: z.int(),
    studyDate: CalendarDate.nullable(),
    studyTime: known,
    examDescription: known,
    ...shownTexts('studyInfo'),
    lmp: CalendarDate.nullable(),
    modality: known,
    mlcCase: z.boolean(),
    caseFlags: z.array(ManualMark),
    flags: z.array(StudyMark),
    markNotes: MarkNotes,
    modifiedAt: Instant.nullable(),
    modifiedBy: known,
    reportedAt: Instant.nullable(),
  }),
  documents: z.array(PatientDocument),
  studyReports: z.array(PatientDocument),
  /** Newest first. */
  allStudies: z.array(PatientStudy),
  /** The study that the record is about comes first. */
  studies: z.array(z.object({ studyInstanceUID: z.string(), tat: TurnaroundDays })),
  tatResetInfo: z.object({ wasReset: z.boolean(), freshTATData: z.object({ tat: TurnaroundDays }).nullable() }),
  referringPhysicians: z.object({ count: z.int() }),
  technologists: z.object({ current: Technologist.nullable(), all: z.array(Technologist) }),
  summary: z.object({
    uniqueReferringPhysicians: z.int(),
    uniqueTechnologists: z.int(),
    emergencyCases: z.int(),
    mlcCases: z.int(),
  }),
  /** The scanner's value; null if it has none. */
  dicom: z.object({
    fullName: known,
    ...namePartsShape,
    patientId: known,
    age: known,
    gender: Sex.nullable(),
    dateOfBirth: CalendarDate.nullable(),
    accessionNumber: known,
    examDescription: known,
    /** As DICOM writes a name. */
    referringPhysician: known,
    requestingPhysician: known,
    technologistName: known,
  }),
  /** The version that was read. A save names it. */
  version: RecordVersion,
  permissions: z.object({ canEdit: z.boolean(), canUpload: z.boolean(), canDownload: z.boolean() }),
})
export type PatientRecord = z.infer<typeof PatientRecord>

/** The body of a save. Every group and field is optional; a field that is present is written if it differs. */
export const PatientSave = z.strictObject({
  /** Without `studies` a correction is not compared with a list. */
  version: z.object({ patient: z.int(), study: z.int(), studies: line(64).optional() }),
  patientInfo: z.strictObject({ ...savedFields('patientInfo'), ...savedNamePartsShape }).optional(),
  clinicalInfo: z.strictObject(savedFields('clinicalInfo')).optional(),
  physicianInfo: z
    .strictObject({
      ...savedFields('physicianInfo'),
      /** An alias of `referringPhysician`. */
      referringPhysicianName: recordFields.referringPhysician.saved,
    })
    .optional(),
  technologistInfo: z.strictObject(savedFields('technologistInfo')).optional(),
  priorityInfo: z.strictObject(savedFields('priorityInfo')).optional(),
  /** Read-only in the record; accepted, because forms send it, and never written. */
  timeInfo: z
    .strictObject({
      modifiedDate: line(64).optional(),
      modifiedTime: line(64).optional(),
      reportDate: line(64).optional(),
      reportTime: line(64).optional(),
    })
    .optional(),
  /** Nothing yet: the referral is in `physicianInfo`. */
  referralInfo: z.strictObject({}).optional(),
  studyInfo: z.strictObject(savedFields('studyInfo')).optional(),
  /** Other studies of the patient that get the same of the study: history, urgency, physicians. Not what is one study's own. */
  alsoStudies: z
    .array(z.strictObject({ studyId: Id, version: z.int() }))
    .max(50)
    .optional(),
})
export type PatientSave = z.infer<typeof PatientSave>

export const PatientParams = z.object({ patientId: line(256).min(1) })
/** The study of the record; without it, the patient's newest. */
export const StudyQuery = z.strictObject({ studyId: Id.optional() })

export const patientEndpoints = defineEndpoints({
  record: {
    method: 'GET',
    path: '/api/labEdit/patients/:patientId',
    leavesTrace: true,
    summary: 'The record of a patient, with one study of theirs. A patient without an id is asked for as N/A, with the study',
    access: 'patient.view',
    scope: 'study',
    params: PatientParams,
    query: StudyQuery,
    response: ok({ data: PatientRecord }),
    errors: ['PATIENT_NOT_FOUND', 'PATIENT_AMBIGUOUS'],
  },
  save: {
    method: 'PUT',
    path: '/api/labEdit/patients/:patientId',
    summary:
      'Saves what differs. A version that is not the newest, or a patient id that is taken, is refused and nothing is written',
    access: 'patient.edit',
    scope: 'study',
    params: PatientParams,
    query: StudyQuery,
    body: PatientSave,
    response: ok({
      message: z.string(),
      newPatientId: z.string().optional(),
      data: z.object({
        updateSummary: z.object({
          technologistUpdated: z.boolean(),
          priorityInfoUpdated: z.boolean(),
          referringPhysicianUpdated: z.boolean(),
          requestingPhysicianUpdated: z.boolean(),
        }),
        version: PatientRecord.shape.version,
      }),
    }),
    errors: [
      'PATIENT_NAME_MISSING',
      'PATIENT_NOT_FOUND',
      'PATIENT_AMBIGUOUS',
      'RECORD_STALE',
      'PATIENT_ID_TAKEN',
      'INVALID_TRANSITION',
    ],
  },
})
