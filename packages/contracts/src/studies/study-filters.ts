import { z } from 'zod'
import { CalendarDate, Id, line } from '../core/primitives.ts'
import { ManualMark } from './study-marks.ts'
import { StudyStatus, Tab } from './study-workflow.ts'
import { ofEachYesNo } from './yes-no-filters.ts'

/** The dates that a filter can use: the arrival of the study's first image, or the study date. */
export const DateType = z.enum(['UploadDate', 'StudyDate'])
export type DateType = z.infer<typeof DateType>

/** The presets of the date filter. Days, weeks (from Monday) and months are in the clinic's time zone. `all` sets no limit. */
export const datePresets = ['last24h', 'today', 'yesterday', 'thisWeek', 'thisMonth', 'assignedToday', 'custom', 'all'] as const
export const DatePreset = z.enum(datePresets)
export type DatePreset = z.infer<typeof DatePreset>

/** The fields that a search looks in. `all`: name, id, accession number, description, body parts, modalities and study date. */
export const searchTypes = ['all', 'patientName', 'patientId', 'accession'] as const
export const SearchType = z.enum(searchTypes)
export type SearchType = z.infer<typeof SearchType>

/**
 * Columns that lists can be sorted by. `dueDate` is the order of work: emergencies, then what is due first, then what is reported, newest first
 * (docs/decisions/studies/urgency.md). `-dueDate` reverses what is not reported; what is reported stays last.
 */
export const sortKeys = ['dueDate', 'uploadDate', 'studyDate', 'patientName', 'patientId', 'accession', 'reportedDate'] as const
export const SortKey = z.enum(sortKeys)
export type SortKey = z.infer<typeof SortKey>

/** `uploadDate`, or `-uploadDate` for the greatest first. A study without the value counts as the smallest. */
export const Sort = z
  .templateLiteral([z.enum(['', '-']), SortKey])
  .transform((text) => ({ key: SortKey.parse(text.replace('-', '')), descending: text.startsWith('-') }))
export type Sort = z.infer<typeof Sort>

/** Values of one parameter, joined with commas; nothing if none is given. */
export const commaList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .pipe(z.array(item).max(50))

/** A modality as DICOM names it (PS3.3 C.7.3.1.1.1). `CT\SR` asks for studies that have both. */
const ModalityFilter = z
  .string()
  .max(33)
  .regex(/^[A-Za-z0-9]+(\\[A-Za-z0-9]+)*$/)
  .toUpperCase()

/** Asked with `true`; `false` asks for the others. */
const YesNo = z.enum(['true', 'false']).transform((text) => text === 'true')

const Text = line(200)

/** The bands of a study that waits for its report: before its warning time, after it, past its deadline, or paused (docs/decisions/studies/countdown.md). */
export const deadlineBands = ['onTime', 'atRisk', 'late', 'paused'] as const
export const DeadlineBand = z.enum(deadlineBands)
export type DeadlineBand = z.infer<typeof DeadlineBand>

/** Asks for studies that nobody has, beside the ids of doctors. */
export const unassigned = 'unassigned'

/** The filters of lists, counts, search and export. Everything that is given must hold. */
export const StudyFilters = z.strictObject({
  dateType: DateType.default('UploadDate'),
  /** Two names of one filter. `dateFilter` wins if both are given. */
  quickDatePreset: DatePreset.optional(),
  dateFilter: DatePreset.optional(),
  /** First and last day of `custom`, both included. Either may be left out. */
  customDateFrom: CalendarDate.optional(),
  customDateTo: CalendarDate.optional(),
  category: Tab.optional(),
  /** Words in any order; each must occur. Case, accents and width of letters do not matter. */
  searchTerm: Text.optional(),
  searchType: SearchType.default('all'),
  /** Laboratories by id. */
  selectedLocation: commaList(Id).optional(),
  patientName: Text.optional(),
  patientId: Text.optional(),
  referringPhysician: Text.optional(),
  accession: Text.optional(),
  /** Looks in the description and in the clinical history. */
  description: Text.optional(),
  workflowStatus: commaList(StudyStatus).optional(),
  /** Any of the given. */
  modality: commaList(ModalityFilter).optional(),
  ...ofEachYesNo(() => YesNo.optional()),
  studyType: Text.optional(),
  /** Doctors by id, or `unassigned`: any of the given. Administrators alone ask by it; for others it is not there. */
  assignedTo: commaList(z.union([Id, z.literal(unassigned)])).optional(),
  /** Any of the given. */
  caseFlag: commaList(ManualMark).optional(),
  /** Any of the given, at the time of asking. */
  deadline: commaList(DeadlineBand).optional(),
})
export type StudyFilters = z.infer<typeof StudyFilters>

/** Parameters that only say more about another one (`quickDatePreset`, `searchTerm`), and the tab, which lists take apart. */
type FilterPart = 'dateType' | 'dateFilter' | 'customDateFrom' | 'customDateTo' | 'searchType' | 'category'

/** The filters. The tables of the database, its tests and the web have an entry for each, or do not compile. */
export type StudyFilterKey = Exclude<keyof StudyFilters, FilterPart>

/** The preset that is asked for: `custom` if only days are given. */
export function presetOf({ dateFilter, quickDatePreset, customDateFrom, customDateTo }: StudyFilters): DatePreset {
  return dateFilter ?? quickDatePreset ?? (customDateFrom || customDateTo ? 'custom' : 'all')
}
