import { z } from 'zod'
import { defineEndpoints, ok } from './endpoint.ts'
import { Pagination } from './pagination.ts'
import { CalendarDate, Id, Instant, line, Sex } from './primitives.ts'
import { commaList } from './study-filters.ts'
import { type StatusColour, StudyStatus } from './study-workflow.ts'

/** Which of a study's dates a range means, and the report is sorted by. */
export const tatDateTypes = ['uploadDate', 'studyDate', 'assignedDate', 'reportDate'] as const
export const TatDateType = z.enum(tatDateTypes)
export type TatDateType = z.infer<typeof TatDateType>

/** Specification 3, section 9. */
export const tatPageSizes = [25, 50, 100, 250, 500] as const
export const defaultTatPageSize = 100

/** Specification 3, section 9. A combined one asks for studies that have every part. */
export const tatModalities = [
  ...['CT', 'MR', 'CR', 'DX', 'PR', 'US', 'XR', 'MG', 'NM', 'PT'],
  ...['MR/SR', 'CT/SR', 'CR/SR', 'DX/SR', 'PR/MR', 'CT/MR'],
] as const

/** Specification 3, section 9: how long something took, in bands of minutes. */
export const tatBands = [
  { id: 'upTo1h', upTo: 60, label: 'up to 1h', colour: 'green' },
  { id: 'upTo4h', upTo: 240, label: 'up to 4h', colour: 'blue' },
  { id: 'upTo8h', upTo: 480, label: 'up to 8h', colour: 'yellow' },
  { id: 'upTo24h', upTo: 1440, label: 'up to 24h', colour: 'orange' },
  { id: 'over24h', upTo: Number.POSITIVE_INFINITY, label: 'over 24h', colour: 'red' },
] as const satisfies readonly { id: string; upTo: number; label: string; colour: StatusColour }[]
export type TatBand = (typeof tatBands)[number]

/** The bands that reported studies are counted in; `under1m` is what the specification leaves grey: less than a minute. */
export const tatBandIds = ['under1m', ...tatBands.map(({ id }) => id)] as const
export const TatBandId = z.enum(tatBandIds)
export type TatBandId = z.infer<typeof TatBandId>

/** The band of some minutes; none for 0 and for what is not known. */
export function bandOf(minutes: number | null): TatBand | null {
  return minutes === null || minutes <= 0 ? null : (tatBands.find(({ upTo }) => minutes <= upTo) ?? null)
}

/** Specification 3, section 4: the report's own colours. */
const statusColours: Partial<Record<StudyStatus, StatusColour>> = {
  pending_assignment: 'orange',
  assigned_to_doctor: 'blue',
  report_in_progress: 'yellow',
  report_finalized: 'green',
  final_report_downloaded: 'green',
}
export const tatColourOf = (status: StudyStatus): StatusColour => statusColours[status] ?? 'grey'

const Minutes = z.int().nullable()

/** A study's time from one reset to the next; the first begins with its upload. */
export const TatCycle = z.object({ startDate: Instant, reportDate: Instant.nullable(), startToReportTAT: Minutes })
export type TatCycle = z.infer<typeof TatCycle>

/** A study on the report. Each figure is the whole minutes between two of its dates, over all cycles. */
export const TatStudy = z.object({
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
  /** Who has it now, the last of several. */
  assignedDoctorId: Id.nullable(),
  fullTatDetails: z.object({
    uploadToAssignmentTAT: Minutes,
    assignmentToReportTATFormatted: Minutes,
    uploadToReportTATFormatted: Minutes,
    /** Oldest first; more than one where the study was reset. */
    cycles: z.array(TatCycle),
  }),
})
export type TatStudy = z.infer<typeof TatStudy>

/** A doctor as a choice, with how many of the studies they reported. */
export const TatDoctor = z.object({
  value: Id,
  label: z.string(),
  /** `N/A` where it is not known. */
  specialization: z.string(),
  /** For administrators alone. */
  email: z.string().nullable(),
  studies: z.int().nonnegative(),
})
export type TatDoctor = z.infer<typeof TatDoctor>

/** `CT/MR` asks for studies that have both. */
const TatModality = z
  .string()
  .max(33)
  .regex(/^[A-Za-z0-9]+(\/[A-Za-z0-9]+)*$/)
  .toUpperCase()

/** Nothing is no number. */
const WholeNumber = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)

/** What the report can be narrowed by. Everything that is given must hold. */
const tatFilters = z.strictObject({
  dateType: TatDateType.default('uploadDate'),
  /** First and last day in the clinic's zone, both included. Either may be left out; a study without the date is in no range. */
  fromDate: CalendarDate.optional(),
  toDate: CalendarDate.optional(),
  /** A laboratory's id. */
  location: Id.optional(),
  /** Any of the given. */
  modality: commaList(TatModality).optional(),
  /** Found, without regard to case and accents, in patient name or id, accession number, referred by, reported by or description. */
  search: line(200).optional(),
  /** Of a mark of the charts: reported in so many minutes after the upload. */
  band: TatBandId.optional(),
  /** Days of the same date within the range, both included. */
  periodFrom: CalendarDate.optional(),
  periodTo: CalendarDate.optional(),
  /** Uploaded on this day of the week, Monday is 1, and in this hour of the clinic's clock. */
  weekday: WholeNumber.pipe(z.int().min(1).max(7)).optional(),
  hour: WholeNumber.pipe(z.int().min(0).max(23)).optional(),
  /** Has it, among others; as the images name it. */
  hasModality: line(64).optional(),
})
export const TatFilters = tatFilters.extend({
  /** Reports of this doctor. */
  selectedDoctor: Id.optional(),
})
export type TatFilters = z.infer<typeof TatFilters>

export const tatFigures = ['uploadToAssignmentTAT', 'assignmentToReportTATFormatted', 'uploadToReportTATFormatted'] as const
export type TatFigure = (typeof tatFigures)[number]

const TatSortKey = z.enum([...tatDateTypes, ...tatFigures])
export type TatSortKey = z.infer<typeof TatSortKey>

/** `uploadDate`, or `-uploadDate` for the greatest first. A study without the value comes last. */
export const TatSort = z
  .templateLiteral([z.enum(['', '-']), TatSortKey])
  .transform((text) => ({ key: TatSortKey.parse(text.replace('-', '')), descending: text.startsWith('-') }))
export type TatSort = z.infer<typeof TatSort>

/** Left out: the newest of the date type first. */
const sorted = { sort: TatSort.optional() }

const count = z.int().nonnegative()

/** Of all studies that match. */
export const TatCounts = z.object({ studies: count, reported: count, open: count })
export type TatCounts = z.infer<typeof TatCounts>

/** What share of a group's reports is aimed at to be there when they are due (`targetMinutes`). */
export const tatGoal = 0.85

/** Reported studies, and the minutes from upload to report that half and nine tenths of them took at most. */
const percentiles = { reported: count, median: z.int(), percentile90: z.int() }

/** Longer ranges are shown by week, and then by month. */
export const tatStepLimits = { day: 93, week: 731 } as const
export const tatSteps = ['day', 'week', 'month'] as const
const TatStep = z.enum(tatSteps)
export type TatStep = z.infer<typeof TatStep>

/** `due` of the reported studies had a time to be reported by, and `inTime` of those were. */
export const TatGroup = z.object({
  /** What the filter of the same name takes; null where the studies have none. */
  value: z.string().nullable(),
  label: z.string().nullable(),
  ...percentiles,
  due: count,
  inTime: count,
})
export type TatGroup = z.infer<typeof TatGroup>

/** The reported studies among those that match, from upload to report. Groups have at least one; the largest come first. */
export const TatSummary = z.object({
  reported: count,
  median: Minutes,
  percentile90: Minutes,
  /** Of every band. */
  bands: z.array(z.object({ band: TatBandId, reported: count })),
  step: TatStep,
  /** Days of the date type, or the weeks or months that they are in. Oldest first, only those with reports. */
  periods: z.array(z.object({ from: CalendarDate, to: CalendarDate, ...percentiles })),
  /** By weekday (Monday is 1) and hour of the upload, only those with reports. */
  hours: z.array(z.object({ weekday: z.int().min(1).max(7), hour: z.int().min(0).max(23), ...percentiles })),
  /** A study counts in each of its modalities. */
  modalities: z.array(TatGroup),
  laboratories: z.array(TatGroup),
  /** Who reported; for a doctor, themselves alone. */
  doctors: z.array(TatGroup),
})
export type TatSummary = z.infer<typeof TatSummary>

const everyone = { method: 'GET', access: 'tat.view', scope: 'rows' } as const

export const tatEndpoints = defineEndpoints({
  doctors: {
    ...everyone,
    path: '/api/tat/doctors',
    summary:
      'The doctors who reported what the caller sees, with how many of the matching studies; all doctors for administrators',
    query: tatFilters,
    response: ok({ doctors: z.array(TatDoctor) }),
    errors: [],
  },
  report: {
    ...everyone,
    path: '/api/tat/report',
    summary: "How long the caller's studies took, a page at a time",
    query: TatFilters.extend({
      ...sorted,
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      limit: z.coerce.number().pipe(z.literal(tatPageSizes)).default(defaultTatPageSize),
    }),
    response: ok({ studies: z.array(TatStudy), summary: TatCounts, pagination: Pagination, readAt: Instant }),
    errors: [],
  },
  summary: {
    ...everyone,
    path: '/api/tat/summary',
    summary: 'How long the same rows took: by band, day, hour of arrival, modality, laboratory and doctor',
    query: TatFilters,
    response: ok({ summary: TatSummary }),
    errors: [],
  },
  export: {
    ...everyone,
    path: '/api/tat/report/export',
    leavesTrace: true,
    summary: 'The same rows as a spreadsheet of at most 100,000',
    query: TatFilters.extend(sorted),
    response: 'file',
    errors: ['EXPORT_EMPTY', 'EXPORT_TOO_LARGE'],
  },
})
