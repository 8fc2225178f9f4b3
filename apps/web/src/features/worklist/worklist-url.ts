import { CalendarDate } from '@readroom/contracts/primitives'
import { commaList, DatePreset, DateType, SearchType, Sort, StudyFilters } from '@readroom/contracts/study-filters'
import { Tab } from '@readroom/contracts/study-workflow'
import { z } from 'zod'
import { pageSizes, type WorklistRole } from './worklist-roles.ts'

type Defaults = Pick<WorklistRole, 'defaults' | 'datePresets' | 'assigns'>

const filters = StudyFilters.shape
const Text = filters.patientName.unwrap().catch('')
const Flag = z.enum(['', 'true', 'false']).catch('')
const Day = CalendarDate.or(z.literal('')).catch('')
/** Columns by name, left to right; those that there are none of are left out where they are shown. */
const Columns = commaList(z.string().regex(/^[A-Za-z]+$/)).catch([])
const Limit = z.coerce.number().refine((size) => pageSizes.some((known) => known === size))

/**
 * The parameters of the address, how each is read, and what it means where it is missing or cannot be: the defaults of the role. A text
 * is empty and a list has nothing where nothing is asked.
 */
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
    emergency: Flag,
    mlc: Flag,
    studyType: Text,
    assignedTo: filters.assignedTo
      .unwrap()
      .catch([])
      .transform((asked) => (assigns ? asked : [])),
    caseFlag: filters.caseFlag.unwrap().catch([]),
    /** The saved list that was opened, or `none`: then the default list does not open by itself. */
    list: z
      .uuid()
      .or(z.enum(['', 'none']))
      .catch(''),
    /** Those of the saved list; where none is named, those of this browser show. */
    columns: Columns,
  })

/** What the user chose for the list. */
export type WorklistUrl = z.output<ReturnType<typeof parameters>>

export function readWorklistUrl(params: URLSearchParams, role: Defaults): WorklistUrl {
  return parameters(role).parse(Object.fromEntries(params))
}

/** The address with changes. Defaults are left out of it, and so are the days of a range that is not asked for. */
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

/** The same filters for rows, counts and export, as the API takes them. */
export type WorklistFilters = z.input<typeof StudyFilters>

/** Every parameter there is, but for the other name of the dates and the tab, which is the list's path: one that is left out does not compile. */
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
    emergency: url.emergency || undefined,
    mlc: url.mlc || undefined,
    studyType: url.studyType,
    assignedTo: url.assignedTo.join(','),
    caseFlag: url.caseFlag.join(','),
  }
}

/** What a list of rows is asked for with. */
export type WorklistQuery = Pick<WorklistUrl, 'tab' | 'limit' | 'sort'> & { filters: WorklistFilters }

export function queryOf(url: WorklistUrl): WorklistQuery {
  return { tab: url.tab, limit: url.limit, sort: url.sort, filters: filtersOf(url) }
}

/** Whether nothing but the tab and the time of upload narrows the list, the newest on top: then a row itself says whether it belongs. */
export function isPlain({ sort, filters }: WorklistQuery): boolean {
  const { dateType, quickDatePreset, customDateFrom, customDateTo, searchType, ...others } = filters
  const byUpload = quickDatePreset === 'all' || (dateType === 'UploadDate' && quickDatePreset !== 'assignedToday')
  return sort === '-uploadDate' && byUpload && Object.values(others).every((value) => !value)
}
