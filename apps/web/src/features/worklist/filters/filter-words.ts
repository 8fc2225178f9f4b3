import {
  type DatePreset,
  DateType,
  type DeadlineBand,
  deadlineBands,
  type SearchType,
  type StudyFilterKey,
  searchTypes,
  unassigned,
} from '@readroom/contracts/studies/study-filters'
import { manualMarks, studyMarks } from '@readroom/contracts/studies/study-marks'
import { statusTable, studyStatuses } from '@readroom/contracts/studies/study-workflow'
import { ofEachYesNo, type YesNoFilter, yesNoLabels } from '@readroom/contracts/studies/yes-no-filters'
import { formatDate } from '../../../lib/format.ts'
import type { WorklistUrl } from '../rows/worklist-url.ts'

const searchTypeLabels: Record<SearchType, string> = {
  all: 'All',
  patientName: 'Name',
  patientId: 'ID',
  accession: 'Acc#',
}
export const searchTypeOptions = searchTypes.map((type) => [type, searchTypeLabels[type]] as const)

export const dateTypeLabels: Record<DateType, string> = { UploadDate: 'Upload date', StudyDate: 'Study date' }
export const dateTypeOptions = DateType.options.map((type) => [type, dateTypeLabels[type]] as const)

export const presetLabels: Record<DatePreset, string> = {
  assignedToday: 'Assigned Today',
  last24h: 'Last 24h',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This Week',
  thisMonth: 'This Month',
  custom: 'Custom range',
  all: 'All',
}

export const deadlineLabels: Record<DeadlineBand, string> = {
  onTime: 'On time',
  atRisk: 'At risk',
  late: 'Late',
  paused: 'Paused',
}

const fewStatuses = 3

function statusWords(status: WorklistUrl['status']): string {
  if (status.length > fewStatuses) return `${status.length} of ${studyStatuses.length}`
  return status.map((name) => statusTable[name].label).join(', ')
}

function dateWords({ date, from, to }: WorklistUrl): string {
  if (date === 'all') return ''
  if (date !== 'custom') return date === 'assignedToday' ? 'Today' : presetLabels[date]
  return [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')
}

/** Modalities that the filter always offers, even if no study has them. */
const modalities = ['CT', 'MR', 'CR', 'DX', 'PR', 'CT\\SR']

/** Returns the modalities to choose from: the fixed ones, then those of the account's studies and of the current filter. */
export const offeredModalities = (present: readonly string[], asked: readonly string[]): string[] => {
  const others = [...present, ...asked].filter((modality) => !modalities.includes(modality))
  return [...modalities, ...[...new Set(others)].sort()]
}

type TextName = Exclude<StudyFilterKey & keyof WorklistUrl, YesNoFilter | 'modality' | 'caseFlag' | 'deadline' | 'assignedTo'>

/** How the panel shows a filter. `row` filters are in the tools row instead. */
type Control =
  | { control: 'row' }
  | { control: 'text'; name: TextName }
  | { control: 'yesNo'; name: YesNoFilter }
  | { control: 'status'; options: typeof studyStatuses }
  | { control: 'modality' }
  | { control: 'assignedTo' }
  | { control: 'caseFlag'; options: typeof manualMarks }
  | { control: 'deadline'; options: typeof deadlineBands }

/** Returns the names of laboratories and doctors by id. */
export type Names = { location: (id: string) => string; doctor: (id: string) => string }

type Filter = Control & {
  label: (url: WorklistUrl) => string
  /** Returns the filter's value in words. Empty if it is not set. */
  words: (url: WorklistUrl, names: Names) => string
  without: Partial<WorklistUrl>
}

const text = (name: TextName, label: string): Filter => ({
  control: 'text',
  name,
  label: () => label,
  words: (url) => url[name],
  without: { [name]: '' },
})
const yesNo = (name: YesNoFilter, label: string): Filter => ({
  control: 'yesNo',
  name,
  label: () => label,
  words: (url) => url[name] && (url[name] === 'true' ? 'Yes' : 'No'),
  without: { [name]: '' },
})

/** All filters, in the order in which they are listed. */
const filterTable: Record<StudyFilterKey, Filter> = {
  quickDatePreset: {
    control: 'row',
    label: ({ date, dateType }) => (date === 'assignedToday' ? 'Assigned' : dateTypeLabels[dateType]),
    words: dateWords,
    without: { date: 'all' },
  },
  searchTerm: { control: 'row', label: () => 'Search', words: ({ search }) => search, without: { search: '' } },
  selectedLocation: {
    control: 'row',
    label: () => 'Location',
    words: ({ location }, names) => location.map(names.location).join(', '),
    without: { location: [] },
  },
  patientName: text('patientName', 'Patient name'),
  patientId: text('patientId', 'Patient ID'),
  referringPhysician: text('referringPhysician', 'Referring physician'),
  accession: text('accession', 'Accession'),
  description: text('description', 'Description'),
  studyType: text('studyType', 'Study type'),
  workflowStatus: {
    control: 'status',
    options: studyStatuses,
    label: () => 'Workflow status',
    words: ({ status }) => statusWords(status),
    without: { status: [] },
  },
  modality: {
    control: 'modality',
    label: () => 'Modality',
    words: ({ modality }) => modality.join(', '),
    without: { modality: [] },
  },
  assignedTo: {
    control: 'assignedTo',
    label: () => 'Assigned to',
    words: ({ assignedTo }, names) => assignedTo.map((id) => (id === unassigned ? 'Nobody' : names.doctor(id))).join(', '),
    without: { assignedTo: [] },
  },
  caseFlag: {
    control: 'caseFlag',
    options: manualMarks,
    label: () => 'Marked',
    words: ({ caseFlag }) => caseFlag.map((mark) => studyMarks[mark].label).join(', '),
    without: { caseFlag: [] },
  },
  deadline: {
    control: 'deadline',
    options: deadlineBands,
    label: () => 'Deadline',
    words: ({ deadline }) => deadline.map((band) => deadlineLabels[band]).join(', '),
    without: { deadline: [] },
  },
  ...ofEachYesNo((name) => yesNo(name, yesNoLabels[name])),
}
const filters = Object.values(filterTable)

/** Returns the filters that the panel shows with this kind of control. */
export const shownAs = <C extends Control['control']>(control: C) =>
  filters.filter((filter): filter is Extract<Filter, { control: C }> => filter.control === control)

/** A filter in words, and the change that removes it. */
export type FilterWords = { label: string; value: string; without: Partial<WorklistUrl> }

const wordsOf = (chosen: readonly Filter[], url: WorklistUrl, names: Names): FilterWords[] =>
  chosen
    .map(({ label, words, without }) => ({ label: label(url), value: words(url, names), without }))
    .filter(({ value }) => value !== '')

/** Returns the active filters of the panel. */
export const panelWords = (url: WorklistUrl, names: Names): FilterWords[] =>
  wordsOf(
    filters.filter(({ control }) => control !== 'row'),
    url,
    names,
  )

/** Returns all active filters, except the tab. */
export const filterWords = (url: WorklistUrl, names: Names): FilterWords[] => wordsOf(filters, url, names)

/** Returns one change that removes all of them. */
export const withoutAll = (words: readonly FilterWords[]): Partial<WorklistUrl> =>
  Object.assign({}, ...words.map(({ without }) => without))
