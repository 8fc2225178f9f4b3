import { CalendarDate } from '@readroom/contracts/core/primitives'
import { commaList, DatePreset, DateType, SearchType, Sort, StudyFilters } from '@readroom/contracts/studies/study-filters'
import { Tab } from '@readroom/contracts/studies/study-workflow'
import { ofEachYesNo } from '@readroom/contracts/studies/yes-no-filters'
import { z } from 'zod'
import { pageSizes, type WorklistRole } from '../list/worklist-roles.ts'

type Defaults = Pick<WorklistRole, 'defaults' | 'datePresets' | 'assigns'>

const filters = StudyFilters.shape
const Text = filters.patientName.unwrap().catch('')
const YesNo = z.enum(['', 'true', 'false']).catch('')
const Day = CalendarDate.or(z.literal('')).catch('')
/** Column ids, from left to right. Unknown ones are dropped when the columns are shown. */
const Columns = commaList(z.string().regex(/^[A-Za-z]+$/)).catch([])
const Limit = z.coerce.number().refine((size) => pageSizes.some((known) => known === size))

/** Returns the schema of the address's parameters, with the role's default for a missing or invalid one. An empty text or list filters nothing. */
const parameters = ({ defaults, datePresets, assigns }: Defaults) =>
  z.object({
    tab: Tab.catch(defaults.tab),
    limit: Limit.catch(defaults.limit),
    sort: Sort.in.catch(defaults.sort),
    search: Text,
    searchType: SearchType.catch('all'),
    dateType: DateType.catch('UploadDate'),
    date: DatePreset.refine((preset) => datePresets.includes(preset)).catch(defaults.date),
    from: Day,
    to: Day,
    location: filters.selectedLocation.unwrap().catch([]),
    patientName: Text,
    patientId: Text,
    referringPhysician: Text,
    accession: Text,
    description: Text,
    status: filters.workflowStatus.unwrap().catch([]),
    modality: filters.modality.unwrap().catch([]),
    ...ofEachYesNo(() => YesNo),
    studyType: Text,
    assignedTo: filters.assignedTo
      .unwrap()
      .catch([])
      .transform((asked) => (assigns ? asked : [])),
    caseFlag: filters.caseFlag.unwrap().catch([]),
    deadline: filters.deadline.unwrap().catch([]),
    /** The id of the opened saved list. `none` keeps the default list from opening by itself. */
    list: z
      .uuid()
      .or(z.enum(['', 'none']))
      .catch(''),
    /** The columns of the saved list. If empty, those of this browser are shown. */
    columns: Columns,
  })

/** The state of the list as the address holds it. */
export type WorklistUrl = z.output<ReturnType<typeof parameters>>

export function readWorklistUrl(params: URLSearchParams, role: Defaults): WorklistUrl {
  return parameters(role).parse(Object.fromEntries(params))
}

/** Returns the address with changes applied, without defaults and without the days of an inactive range. */
export function writeWorklistUrl(params: URLSearchParams, changes: Partial<WorklistUrl>, role: Defaults): URLSearchParams {
  const next = new URLSearchParams(params)
  const defaults = new Map<string, unknown>(Object.entries(parameters(role).parse({})))
  const leavesRange = changes.date !== undefined && changes.date !== 'custom'
  for (const [name, value] of Object.entries(leavesRange ? { ...changes, from: '', to: '' } : changes)) {
    if (String(value) === String(defaults.get(name))) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The filters as the API takes them, for rows, counts and export. */
export type WorklistFilters = z.input<typeof StudyFilters>

/** All filter parameters, except the alias of the dates and the tab, which is part of the list's path. Leaving one out is a compile error. */
type Asked = { [P in Exclude<keyof StudyFilters, 'dateFilter' | 'category'>]: WorklistFilters[P] | undefined }

function filtersOf(url: WorklistUrl): Asked {
  const isRange = url.date === 'custom'
  return {
    dateType: url.dateType,
    quickDatePreset: url.date,
    customDateFrom: isRange ? url.from : '',
    customDateTo: isRange ? url.to : '',
    searchTerm: url.search,
    searchType: url.searchType,
    selectedLocation: url.location.join(','),
    patientName: url.patientName,
    patientId: url.patientId,
    referringPhysician: url.referringPhysician,
    accession: url.accession,
    description: url.description,
    workflowStatus: url.status.join(','),
    modality: url.modality.join(','),
    ...ofEachYesNo((name) => url[name] || undefined),
    studyType: url.studyType,
    assignedTo: url.assignedTo.join(','),
    caseFlag: url.caseFlag.join(','),
    deadline: url.deadline.join(','),
  }
}

/** The query for the rows of a list. */
export type WorklistQuery = Pick<WorklistUrl, 'tab' | 'limit' | 'sort'> & { filters: WorklistFilters }

export function queryOf(url: WorklistUrl): WorklistQuery {
  return { tab: url.tab, limit: url.limit, sort: url.sort, filters: filtersOf(url) }
}

/** Returns true if only the tab and the upload date filter the list and the newest come first. A row alone then tells if it belongs. */
export function isPlain({ sort, filters }: WorklistQuery): boolean {
  const { dateType, quickDatePreset, customDateFrom, customDateTo, searchType, ...others } = filters
  const byUpload = quickDatePreset === 'all' || (dateType === 'UploadDate' && quickDatePreset !== 'assignedToday')
  return sort === '-uploadDate' && byUpload && Object.values(others).every((value) => !value)
}
