import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { CalendarDate, CaseType, Cursor, Id, Instant, OrthancId, Priority, Sex, Uid } from '../core/primitives.ts'
import { Pause } from './pause-reasons.ts'
import { ReportKind } from './report-kinds.ts'
import { Sort, StudyFilters } from './study-filters.ts'
import { ManualMark, MarkNotes, StudyMark } from './study-marks.ts'
import { StudyCategory, StudyStatus, studyTabs } from './study-workflow.ts'

export const zipStates = ['none', 'queued', 'processing', 'completed', 'failed', 'expired'] as const
export const ZipState = z.enum(zipStates)
export type ZipState = z.infer<typeof ZipState>

/** The source of a clinical history: the patient record, or the order if the record has none. */
export const HistorySource = z.enum(['record', 'order'])
export type HistorySource = z.infer<typeof HistorySource>

export const AssignedDoctor = z.object({
  doctorId: Id,
  doctorDetails: z.object({ _id: Id, fullName: z.string(), specialization: z.string().nullable(), isActive: z.boolean() }),
  assignedAt: Instant,
})
export type AssignedDoctor = z.infer<typeof AssignedDoctor>

/** One study on a worklist. Null means that the archive does not know it: shown as N/A, never invented. */
export const WorklistRow = z.object({
  _id: Id,
  studyInstanceUID: z.string(),
  orthancStudyID: OrthancId,
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  patientAge: z.string().nullable(),
  gender: Sex.nullable(),
  /** `age / gender`, N/A for an unknown part. */
  ageGender: z.string(),
  description: z.string().nullable(),
  modality: z.string().nullable(),
  modalitiesInStudy: z.array(z.string()),
  /** `series/images` */
  series: z.string(),
  numberOfSeries: z.int(),
  numberOfImages: z.int(),
  /** The laboratory's name, and its id to ask for its studies with. */
  location: z.string().nullable(),
  locationId: Id.nullable(),
  studyDate: CalendarDate.nullable(),
  /** `yyyy-mm-ddThh:mm:ss` of the scanner's clock, without a zone; the date alone if it does not say the time. */
  studyDateTime: z.string().nullable(),
  uploadDateTime: Instant,
  /** The due time of its report; null before the study is whole. */
  dueAt: Instant.nullable(),
  /** From here on the study is at risk of being late. */
  warnAt: Instant.nullable(),
  /** Since somebody asked the laboratory. Until it ends, `dueAt` and `warnAt` are those of a pause that ends by itself. */
  pause: Pause.nullable(),
  reportedDate: Instant.nullable(),
  reportedBy: z.string().nullable(),
  referringPhysicianName: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  workflowStatus: StudyStatus,
  currentCategory: StudyCategory,
  priority: Priority,
  caseType: CaseType,
  mlcCase: z.boolean(),
  studyType: z.string().nullable(),
  /** The marks that people set; they are in `flags` too. */
  caseFlags: z.array(ManualMark),
  markNotes: MarkNotes,
  /** The number of documents in the patient's record. */
  documents: z.int().nonnegative(),
  /** Its beginning: enough to show that there is one, and what it is about. */
  clinicalHistory: z.string(),
  /** The doctor who last opened the images. */
  seenBy: z.string().nullable(),
  /** Those who have the study now, joined with commas; the same as entries below. */
  assignedDoctorName: z.string().nullable(),
  doctorAssignments: z.array(AssignedDoctor),
  /** A report that the caller may download. */
  ReportAvailable: z.boolean(),
  /**
   * The newest finished report that counts. `isSigned`: it was written and signed here, as what `kind` says (null: it was uploaded).
   * `isCorrectedSince`: the caller took an earlier one, and not this.
   */
  finishedReport: z
    .object({ reportId: Id, isSigned: z.boolean(), kind: ReportKind.nullable(), isCorrectedSince: z.boolean() })
    .nullable(),
  /** The number of comments in the study's discussion. */
  discussions: z.int().nonnegative(),
  /** Its marks. */
  flags: z.array(StudyMark),
  downloadOptions: z.object({ hasR2Zip: z.boolean(), zipStatus: ZipState, fileSizeMB: z.number().nullable() }),
})
export type WorklistRow = z.infer<typeof WorklistRow>

/** `age / gender`; nothing is invented for an unknown part. Rows of lists have it from the database, by the same rule. */
export function ageGender({ patientAge, patientSex }: { patientAge: string | null; patientSex: string | null }): string {
  if (!patientAge && !patientSex) return 'N/A'
  return `${patientAge || 'N/A'} / ${patientSex ?? 'N/A'}`
}

/** Rows are read in pages: `limit` of 1 to 1000 and the `nextCursor` of the page before, with the same filters and sort. */
export const StudyListQuery = StudyFilters.extend({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: Cursor.optional(),
  sort: Sort.prefault('-uploadDate'),
})
export type StudyListQuery = z.infer<typeof StudyListQuery>

const count = z.int().nonnegative()

/** Counts are exact while a search text matches at most this many completed studies. */
export const maxCounted = 500

/** Completed studies were not counted to the end: their count and that of all are what there is at least, more than `maxCounted`. */
const isCapped = z.boolean()

export const StudyList = ok({ data: z.array(WorklistRow), totalRecords: count, isCapped, nextCursor: Cursor.nullable() })
export type StudyList = z.infer<typeof StudyList>

/** The counts of the tabs under the same filters as the rows: `total` is their sum. */
export const StudyCounts = ok({ total: count, pending: count, inprogress: count, completed: count, isCapped })
export type StudyCounts = z.infer<typeof StudyCounts>

/** The size of a role's whole worklist, without filters. */
export const StudyStatistics = z.object({
  byCategory: z.record(StudyCategory, count),
  /** Counts by tab. Some statuses are in another tab than their category says. */
  byTab: z.record(z.enum(studyTabs), count),
  uploadedToday: count,
  /** Urgent or emergency, and not reported yet. */
  urgentStudies: count,
  /** Assigned today and still assigned; to the caller, if that is a doctor. */
  todayAssigned: count,
  /** Laboratories, and doctors who can be assigned: told to administrators alone. */
  activeLabs: count.optional(),
  activeDoctors: count.optional(),
})
export type StudyStatistics = z.infer<typeof StudyStatistics>

export const StudyValues = StudyCounts.extend({ summary: StudyStatistics })
export type StudyValues = z.infer<typeof StudyValues>

const list = {
  method: 'GET',
  scope: 'rows',
  query: StudyListQuery,
  response: StudyList,
  conditional: true,
  errors: [],
} as const
/** Counts take the same parameters as the lists. They ignore the limit. */
const StudyValuesQuery = StudyFilters.extend({ limit: StudyListQuery.shape.limit.optional() })

const values = {
  method: 'GET',
  scope: 'rows',
  query: StudyValuesQuery,
  response: StudyValues,
  errors: [],
} as const

const admin = { access: 'worklist.admin' } as const
const lab = { access: 'worklist.lab' } as const
const doctor = { access: 'worklist.doctor' } as const

export const studyEndpoints = defineEndpoints({
  adminAll: { ...list, ...admin, path: '/api/admin/studies', summary: 'All studies' },
  adminPending: { ...list, ...admin, path: '/api/admin/studies/pending', summary: 'Pending studies' },
  adminInprogress: { ...list, ...admin, path: '/api/admin/studies/inprogress', summary: 'Studies in progress' },
  adminCompleted: { ...list, ...admin, path: '/api/admin/studies/completed', summary: 'Completed studies' },
  adminValues: { ...values, ...admin, path: '/api/admin/values', summary: 'The four counts' },
  search: { ...list, access: 'study.search', path: '/api/admin/studies/search', summary: "The caller's studies, searched" },
  searchValues: {
    ...values,
    access: 'study.search',
    path: '/api/admin/search/values',
    summary: "The four counts of a search in the caller's studies",
  },
  labAll: { ...list, ...lab, path: '/api/lab/studies', summary: "All studies of the caller's laboratory" },
  labPending: { ...list, ...lab, path: '/api/lab/studies/pending', summary: "Pending studies of the caller's laboratory" },
  labInprogress: {
    ...list,
    ...lab,
    path: '/api/lab/studies/processing',
    summary: "Studies in progress of the caller's laboratory",
  },
  labCompleted: { ...list, ...lab, path: '/api/lab/studies/completed', summary: "Completed studies of the caller's laboratory" },
  labValues: { ...values, ...lab, path: '/api/lab/values', summary: "The four counts of the caller's laboratory" },
  doctorAll: { ...list, ...doctor, path: '/api/doctor/assigned-studies', summary: 'All studies assigned to the caller' },
  doctorPending: { ...list, ...doctor, path: '/api/doctor/studies/pending', summary: 'Pending studies assigned to the caller' },
  doctorInprogress: {
    ...list,
    ...doctor,
    path: '/api/doctor/studies/inprogress',
    summary: 'Studies in progress assigned to the caller',
  },
  doctorCompleted: {
    ...list,
    ...doctor,
    path: '/api/doctor/studies/completed',
    summary: 'Completed studies assigned to the caller',
  },
  doctorValues: {
    ...values,
    ...doctor,
    path: '/api/doctor/values',
    summary: 'The four counts of the studies assigned to the caller',
  },
  modalities: {
    method: 'GET',
    path: '/api/studies/modalities',
    summary: "The modalities of the caller's studies, by name",
    access: 'study.search',
    scope: 'rows',
    response: ok({ modalities: z.array(z.string()) }),
    errors: [],
  },
  one: {
    method: 'GET',
    path: '/api/studies/:studyId',
    summary: 'One study as its worklist row',
    access: 'study.view',
    scope: 'study',
    params: z.object({ studyId: Id }),
    response: ok({ study: WorklistRow }),
    errors: ['STUDY_NOT_FOUND'],
  },
  interaction: {
    method: 'PUT',
    path: '/api/admin/studies/:studyInstanceUID/interaction',
    summary: 'Records that the caller opened the images; an assigned doctor takes the study into review',
    access: 'study.interact',
    scope: 'study',
    params: z.object({ studyInstanceUID: Uid }),
    body: z.strictObject({ action: z.enum(['ohif_opened']) }),
    response: ok({ message: z.string() }),
    errors: ['STUDY_NOT_FOUND', 'INVALID_TRANSITION'],
  },
})
