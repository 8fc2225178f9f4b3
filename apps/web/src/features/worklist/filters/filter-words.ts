import { type DatePreset, DateType, type SearchType, searchTypes } from '@readroom/contracts/study-filters'
import { statusTable, studyStatuses } from '@readroom/contracts/study-workflow'
import { formatDate } from '../../../lib/format.ts'
import type { WorklistUrl } from '../worklist-url.ts'

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

export const textFilters = [
  ['patientName', 'Patient name'],
  ['patientId', 'Patient ID'],
  ['referringPhysician', 'Referring physician'],
  ['accession', 'Accession'],
  ['description', 'Description'],
  ['studyType', 'Study type'],
] as const

export const flagFilters = [
  ['emergency', 'Emergency'],
  ['mlc', 'MLC'],
] as const

/** A filter in words, and what takes it away. */
export type FilterWords = { label: string; value: string; without: Partial<WorklistUrl> }

const fewStatuses = 3

function statusWords(status: WorklistUrl['status']): string {
  if (status.length > fewStatuses) return `${status.length} of ${studyStatuses.length}`
  return status.map((name) => statusTable[name].label).join(', ')
}

/** The filters of the panel that are set. */
export function panelWords(url: WorklistUrl): FilterWords[] {
  return [
    ...textFilters.map(([name, label]) => ({ label, value: url[name], without: { [name]: '' } })),
    { label: 'Workflow status', value: statusWords(url.status), without: { status: [] } },
    { label: 'Modality', value: url.modality.join(', '), without: { modality: [] } },
    ...flagFilters.map(([name, label]) => ({
      label,
      value: url[name] && (url[name] === 'true' ? 'Yes' : 'No'),
      without: { [name]: '' },
    })),
  ].filter(({ value }) => value !== '')
}

function dateWords({ date, dateType, from, to }: WorklistUrl): FilterWords[] {
  const without = { date: 'all' as const }
  if (date === 'all' || (date === 'custom' && !from && !to)) return []
  if (date === 'assignedToday') return [{ label: 'Assigned', value: 'Today', without }]
  const days = [from && `from ${formatDate(from)}`, to && `to ${formatDate(to)}`].filter(Boolean).join(' ')
  return [{ label: dateTypeLabels[dateType], value: date === 'custom' ? days : presetLabels[date], without }]
}

/** Everything that hides studies, the tab apart. */
export function filterWords(url: WorklistUrl, locationLabel: (id: string) => string): FilterWords[] {
  const search = { label: 'Search', value: url.search, without: { search: '' } }
  const location = { label: 'Location', value: url.location.map(locationLabel).join(', '), without: { location: [] } }
  return [...dateWords(url), ...[search, location].filter(({ value }) => value !== ''), ...panelWords(url)]
}

/** One change for all of them. */
export const withoutAll = (words: readonly FilterWords[]): Partial<WorklistUrl> =>
  Object.assign({}, ...words.map(({ without }) => without))
