import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Id, Instant } from '../core/primitives.ts'
import { ReportKind, SignatureMeaning } from '../studies/report-kinds.ts'
import { StudyStatus } from '../studies/study-workflow.ts'
import { AnswerKind, ReceivedWay } from './results.ts'

export const reportStatuses = ['draft', 'finalized'] as const
export const ReportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof ReportStatus>

/** The largest report file; the upload dialog's hint says 10MB. */
export const maxReportBytes = 10 * 1024 * 1024

/** Reports in one ZIP, at most. */
export const maxBulkReports = 200

/** Accepted report files: extension -> media type. */
export const reportFileTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
} as const
export type ReportExtension = keyof typeof reportFileTypes

const SentTo = z.object({
  laboratory: z.string(),
  way: ReceivedWay,
  /** The name of the system, or the address. */
  receiver: z.string(),
  /** The message says that the report counts no longer. */
  isWithdrawal: z.boolean(),
  /** It waits to be sent: nothing of it has left. */
  isQueued: z.boolean(),
  /** The time of sending, of the last attempt, or of its queuing. */
  at: Instant,
  /** The last answer to a message; null for an email, and before there was one. */
  answer: AnswerKind.nullable(),
})

export const Report = z.object({
  id: Id,
  /** Counts up within a study. */
  version: z.int().positive(),
  /** Its place among the study's reports, which is never another's: the version. */
  index: z.int().positive(),
  filename: z.string(),
  contentType: z.string(),
  uploadedBy: z.string(),
  uploadedAt: Instant,
  /** Bytes; null as long as the document is not made. */
  size: z.int().positive().nullable(),
  /** Empty as long as the document is not made. */
  formattedSize: z.string(),
  reportStatus: ReportStatus,
  /** It was finalized and counts no longer. */
  isWithdrawn: z.boolean(),
  /** The signed version; null for an uploaded file. */
  signed: z.object({ kind: ReportKind, meaning: SignatureMeaning, number: z.int().positive() }).nullable(),
  /** It can be downloaded: the document of a signed text is made within seconds. */
  isReady: z.boolean(),
  reportType: z.string(),
  /** The caller may delete it: an own draft. */
  canDelete: z.boolean(),
  /** The caller has taken it. */
  isTaken: z.boolean(),
  /** The downloads, newest first: all of them for administrators and the reporting doctor, and their own laboratory's for laboratory staff. */
  downloads: z.array(z.object({ userName: z.string(), downloadedAt: Instant })),
  /** Where it was sent or waits to be sent, newest first: their own laboratory's systems for laboratory staff, all systems for doctors, emails too for administrators. */
  sent: z.array(SentTo),
})
export type Report = z.infer<typeof Report>

/** A report that was changed or added to, of which the laboratory may have an earlier one. */
export const AmendedReport = z.object({
  studyId: Id,
  reportId: Id,
  patientName: z.string().nullable(),
  patientId: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  kind: ReportKind.exclude(['original']),
  /** The reason for a correction; empty for an addendum. */
  reason: z.string(),
  signedBy: z.string(),
  signedAt: Instant,
})
export type AmendedReport = z.infer<typeof AmendedReport>

/** A signed report whose PDF could not be made. */
export const UnprintedReport = AmendedReport.omit({ kind: true, reason: true })
export type UnprintedReport = z.infer<typeof UnprintedReport>

const StudyParams = z.object({ studyId: Id })
const ReportParams = z.object({ studyId: Id, reportId: Id })

const download = {
  method: 'GET',
  leavesTrace: true,
  summary: 'Download a report; of a prior, and for laboratory staff, only finalized ones that were not withdrawn',
  access: 'report.view',
  scope: 'study',
  params: ReportParams,
  response: 'file',
  errors: ['STUDY_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_BEING_MADE', 'FILE_MISSING', 'STORAGE_UNAVAILABLE'],
} as const
const remove = {
  method: 'DELETE',
  summary: 'Delete an own draft',
  access: 'report.edit',
  scope: 'study',
  params: ReportParams,
  response: ok({ message: z.string() }),
  errors: ['STUDY_NOT_FOUND', 'REPORT_NOT_FOUND', 'REPORT_NOT_YOURS', 'REPORT_FINALIZED', 'INVALID_TRANSITION'],
} as const

export const reportEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/api/documents/study/:studyId/reports',
    summary: "A study's reports, newest first; of a prior, and for laboratory staff, only finalized ones that were not withdrawn",
    access: 'report.view',
    scope: 'study',
    params: StudyParams,
    response: ok({
      reports: z.array(Report),
      workflowStatus: StudyStatus,
      totalReports: z.int(),
      studyInfo: z.object({ reportInfo: z.object({ reporterName: z.string().nullable() }) }),
    }),
    errors: ['STUDY_NOT_FOUND'],
  },
  upload: {
    method: 'POST',
    path: '/api/documents/study/:studyId/upload',
    summary: 'Upload a report file as draft or finalized',
    access: 'report.edit',
    scope: 'study',
    params: StudyParams,
    multipart: {
      fields: z.strictObject({
        doctorId: Id,
        reportStatus: ReportStatus.default('draft'),
        /** The newest version that the uploader knows of; a newer report refuses this one. Left out: that of when the upload begins. */
        afterVersion: z.coerce.number().int().min(0).optional(),
      }),
      file: { name: 'file', required: true, maxBytes: maxReportBytes, tooLarge: 'FILE_TOO_LARGE' },
    },
    response: ok({ report: Report, message: z.string() }),
    errors: [
      'STUDY_NOT_FOUND',
      'FORBIDDEN',
      'DOCTOR_NOT_ASSIGNED',
      'INVALID_TRANSITION',
      'REPORT_SUPERSEDED',
      'STUDY_OF_SEVERAL_PEOPLE',
      'FILE_TOO_LARGE',
      'UNSUPPORTED_FILE',
      'STORAGE_UNAVAILABLE',
    ],
  },
  download: { ...download, path: '/api/documents/study/:studyId/reports/:reportId/download' },
  downloadWord: {
    ...download,
    summary: 'The same as a Word document, of a report that was signed here: to be copied from; what was signed is the PDF',
    path: '/api/documents/study/:studyId/reports/:reportId/word',
  },
  amended: {
    method: 'GET',
    path: '/api/reports/amended',
    summary:
      "Corrections and addenda of the last thirty days to studies of the caller's that no laboratory staff has taken, the newest first",
    access: 'report.view',
    scope: 'rows',
    response: ok({ reports: z.array(AmendedReport) }),
    errors: [],
  },
  unprinted: {
    method: 'GET',
    path: '/api/reports/unprinted',
    summary: "Signed reports whose PDF could not be made: the caller's own, and everybody's for administrators; the newest first",
    access: 'report.edit',
    scope: 'rows',
    response: ok({ reports: z.array(UnprintedReport) }),
    errors: [],
  },
  downloadSeveral: {
    method: 'POST',
    path: '/api/reports/download',
    summary:
      "One ZIP of the newest finished report of each of the caller's chosen studies, each recorded as taken; all of them or none",
    access: 'report.view',
    scope: 'rows',
    body: z.strictObject({ studyIds: z.array(Id).min(1).max(maxBulkReports) }),
    response: 'file',
    errors: ['REPORTS_UNFINISHED', 'REPORT_BEING_MADE', 'FILE_MISSING', 'STORAGE_UNAVAILABLE'],
  },
  remove: { ...remove, path: '/api/documents/study/:studyId/reports/:reportId' },
  labEditDownload: { ...download, path: '/api/labEdit/studies/:studyId/reports/:reportId/download' },
  labEditRemove: { ...remove, path: '/api/labEdit/studies/:studyId/reports/:reportId' },
})
