import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Pagination } from '../core/pagination.ts'
import { CalendarDate, Id, Instant, line, Sex } from '../core/primitives.ts'
import { commaList } from '../studies/study-filters.ts'
import { StudyStatus } from '../studies/study-workflow.ts'
import { turnaroundBands } from './turnaround.ts'

/** The dates of a study that a range can use. The report is sorted by the same date. */
export const turnaroundDateTypes = ['uploadDate', 'studyDate', 'assignedDate', 'reportDate'] as const
export const TurnaroundDateType = z.enum(turnaroundDateTypes)
export type TurnaroundDateType = z.infer<typeof TurnaroundDateType>

/** The page sizes of the turnaround report. */
export const turnaroundPageSizes = [25, 50, 100, 250, 500] as const
export const defaultTurnaroundPageSize = 100

/** The choices of the modality filter. A combined one matches studies that have every part. */
export const turnaroundModalities = [
  'CT',
  'MR',
  'CR',
  'DX',
  'PR',
  'US',
  'XR',
  'MG',
  'NM',
  'PT',
  'MR/SR',
  'CT/SR',
  'CR/SR',
  'DX/SR',
  'PR/MR',
  'CT/MR',
] as const

/** The bands that reported studies are counted in; `under1m`, less than a minute, is grey. */
export const turnaroundBandIds = ['under1m', ...turnaroundBands.map(({ id }) => id)] as const
export const TurnaroundBandId = z.enum(turnaroundBandIds)
export type TurnaroundBandId = z.infer<typeof TurnaroundBandId>

const Minutes = z.int().nullable()

/** A study's time from one reset to the next; the first begins with its upload. */
export const TurnaroundCycle = z.object({ startDate: Instant, reportDate: Instant.nullable(), startToReportTAT: Minutes })
export type TurnaroundCycle = z.infer<typeof TurnaroundCycle>

/** A study on the report. Each figure is the whole minutes between two of its dates, over all cycles. */
export const TurnaroundStudy = z.object({
  _id: Id,
  studyStatus: StudyStatus,
  patientId: z.string().nullable(),
  patientName: z.string().nullable(),
  gender: Sex.nullable(),
  referredBy: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  studyDescription: z.string().nullable(),
  modality: z.string().nullable(),
  /** `series/images` */
  series_Images: z.string(),
  /** The laboratory's name. */
  institutionName: z.string().nullable(),
  /** The study date of a study that is marked as billed. */
  billedOnStudyDate: CalendarDate.nullable(),
  studyDate: CalendarDate.nullable(),
  /** First image. */
  uploadDate: Instant,
  /** First assignment. */
  assignedDate: Instant.nullable(),
  /** First look of a doctor who has it, since the last reset. */
  openedDate: Instant.nullable(),
  /** First finished report that has not been taken back. */
  reportDate: Instant.nullable(),
  reportedBy: z.string().nullable(),
  /** The doctor whose report it is. */
  uploadedById: Id.nullable(),
  /** The doctor who has it now, the last of several. */
  assignedDoctorId: Id.nullable(),
  /** The length of its ended pauses, over all cycles. */
  pausedMinutes: z.int().nonnegative(),
  /** From upload to report without them. */
  netUploadToReportTAT: Minutes,
  fullTatDetails: z.object({
    uploadToAssignmentTAT: Minutes,
    assignmentToReportTATFormatted: Minutes,
    uploadToReportTATFormatted: Minutes,
    /** Oldest first; more than one if the study was reset. */
    cycles: z.array(TurnaroundCycle),
  }),
})
export type TurnaroundStudy = z.infer<typeof TurnaroundStudy>

/** A doctor as a choice, with how many of the studies they reported. */
export const TurnaroundDoctor = z.object({
  value: Id,
  label: z.string(),
  /** `N/A` if it is not known. */
  specialization: z.string(),
  /** For administrators alone. */
  email: z.string().nullable(),
  studies: z.int().nonnegative(),
})
export type TurnaroundDoctor = z.infer<typeof TurnaroundDoctor>

/** `CT/MR` asks for studies that have both. */
const TurnaroundModality = z
  .string()
  .max(33)
  .regex(/^[A-Za-z0-9]+(\/[A-Za-z0-9]+)*$/)
  .toUpperCase()

/** Nothing is no number. */
const WholeNumber = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)

/** The filters of the report. Everything that is given must hold. */
const turnaroundFilters = z.strictObject({
  dateType: TurnaroundDateType.default('uploadDate'),
  /** First and last day in the clinic's zone, both included. Either may be left out; a study without the date is in no range. */
  fromDate: CalendarDate.optional(),
  toDate: CalendarDate.optional(),
  /** A laboratory's id. */
  location: Id.optional(),
  /** Any of the given. */
  modality: commaList(TurnaroundModality).optional(),
  /** Found, without regard to case and accents, in patient name or id, accession number, referred by, reported by or description. */
  search: line(200).optional(),
  /** A mark of the charts: reported in this many minutes after the upload. */
  band: TurnaroundBandId.optional(),
  /** Days of the same date within the range, both included. */
  periodFrom: CalendarDate.optional(),
  periodTo: CalendarDate.optional(),
  /** Uploaded on this day of the week, Monday is 1, and in this hour of the clinic's clock. */
  weekday: WholeNumber.pipe(z.int().min(1).max(7)).optional(),
  hour: WholeNumber.pipe(z.int().min(0).max(23)).optional(),
  /** Has it, among others; as the images name it. */
  hasModality: line(64).optional(),
})
export const TurnaroundFilters = turnaroundFilters.extend({
  /** Reports of this doctor. */
  selectedDoctor: Id.optional(),
})
export type TurnaroundFilters = z.infer<typeof TurnaroundFilters>

export const turnaroundFigures = [
  'uploadToAssignmentTAT',
  'assignmentToReportTATFormatted',
  'uploadToReportTATFormatted',
] as const
export type TurnaroundFigure = (typeof turnaroundFigures)[number]

const TurnaroundSortKey = z.enum([...turnaroundDateTypes, ...turnaroundFigures])
export type TurnaroundSortKey = z.infer<typeof TurnaroundSortKey>

/** `uploadDate`, or `-uploadDate` for the greatest first. A study without the value comes last. */
export const TurnaroundSort = z
  .templateLiteral([z.enum(['', '-']), TurnaroundSortKey])
  .transform((text) => ({ key: TurnaroundSortKey.parse(text.replace('-', '')), descending: text.startsWith('-') }))
export type TurnaroundSort = z.infer<typeof TurnaroundSort>

/** Left out: the newest of the date type first. */
const sorted = { sort: TurnaroundSort.optional() }

const count = z.int().nonnegative()

/** Of all studies that match. */
export const TurnaroundCounts = z.object({ studies: count, reported: count, open: count })
export type TurnaroundCounts = z.infer<typeof TurnaroundCounts>

/** Reported studies, and the minutes from upload to report that half and nine tenths of them took at most. */
const percentiles = { reported: count, median: z.int(), percentile90: z.int() }

/** Longer ranges are shown by week, and then by month. */
export const turnaroundStepLimits = { day: 93, week: 731 } as const
export const turnaroundSteps = ['day', 'week', 'month'] as const
const TurnaroundStep = z.enum(turnaroundSteps)
export type TurnaroundStep = z.infer<typeof TurnaroundStep>

/** With fewer reports, shares and percentiles of a group say nothing. */
export const fewestInGroup = 5

/** `due` of the reported studies had a time to be reported by, and `inTime` of those were. */
export const TurnaroundGroup = z.object({
  /** The value for the filter of the same name; null if the studies have none. */
  value: z.string().nullable(),
  label: z.string().nullable(),
  ...percentiles,
  due: count,
  inTime: count,
})
export type TurnaroundGroup = z.infer<typeof TurnaroundGroup>

/** The reported studies among those that match, from upload to report. Groups have at least one; the largest come first. */
export const TurnaroundSummary = z.object({
  reported: count,
  median: Minutes,
  percentile90: Minutes,
  /** Of every band. */
  bands: z.array(z.object({ band: TurnaroundBandId, reported: count })),
  step: TurnaroundStep,
  /** Days of the date type, or the weeks or months that they are in. Oldest first, only those with reports. */
  periods: z.array(z.object({ from: CalendarDate, to: CalendarDate, ...percentiles })),
  /** By weekday (Monday is 1) and hour of the upload, only those with reports. */
  hours: z.array(z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), ...percentiles })),
  /** A study counts in each of its modalities. */
  modalities: z.array(TurnaroundGroup),
  laboratories: z.array(TurnaroundGroup),
  /** The reporting doctors. Doctors see only themselves. */
  doctors: z.array(TurnaroundGroup),
})
export type TurnaroundSummary = z.infer<typeof TurnaroundSummary>

const everyone = { method: 'GET', access: 'tat.view', scope: 'rows' } as const

export const turnaroundEndpoints = defineEndpoints({
  doctors: {
    ...everyone,
    path: '/api/tat/doctors',
    summary:
      'The doctors who reported what the caller sees, with how many of the matching studies; all doctors for administrators',
    query: turnaroundFilters,
    response: ok({ doctors: z.array(TurnaroundDoctor) }),
    errors: [],
  },
  report: {
    ...everyone,
    path: '/api/tat/report',
    summary: "How long the caller's studies took, a page at a time",
    query: TurnaroundFilters.extend({
      ...sorted,
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().pipe(z.literal(turnaroundPageSizes)).default(defaultTurnaroundPageSize),
    }),
    response: ok({ studies: z.array(TurnaroundStudy), summary: TurnaroundCounts, pagination: Pagination, readAt: Instant }),
    errors: [],
  },
  summary: {
    ...everyone,
    path: '/api/tat/summary',
    summary: 'How long the same rows took: by band, day, hour of arrival, modality, laboratory and doctor',
    query: TurnaroundFilters,
    response: ok({ summary: TurnaroundSummary, goalPercent: z.int() }),
    errors: [],
  },
  export: {
    ...everyone,
    path: '/api/tat/report/export',
    leavesTrace: true,
    summary: 'The same rows as a spreadsheet of at most 100,000',
    query: TurnaroundFilters.extend(sorted),
    response: 'file',
    errors: ['EXPORT_EMPTY', 'EXPORT_TOO_LARGE'],
  },
})
