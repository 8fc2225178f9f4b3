import { readFilters, type SavedQuery } from '@readroom/contracts/saved-lists'
import { presetOf } from '@readroom/contracts/study-filters'
import { shownColumns } from './use-columns.ts'
import type { WorklistRole } from './worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

const flag = (value: boolean | undefined) => (value === undefined ? '' : value ? 'true' : 'false')

/** Every choice that a saved list makes: one that is left out does not compile. */
type Choices = Required<Omit<WorklistUrl, 'limit' | 'list'>>

/** What a saved list chooses, in the words of the address; null where this page does not understand it. */
function choicesOf({ filters, tab, sort, columns }: SavedQuery): Choices | null {
  const read = readFilters(filters)
  if (!read) return null
  return {
    ...{ tab, sort, columns },
    search: read.searchTerm ?? '',
    searchType: read.searchType,
    dateType: read.dateType,
    date: presetOf(read),
    from: read.customDateFrom ?? '',
    to: read.customDateTo ?? '',
    location: read.selectedLocation ?? [],
    patientName: read.patientName ?? '',
    patientId: read.patientId ?? '',
    referringPhysician: read.referringPhysician ?? '',
    accession: read.accession ?? '',
    description: read.description ?? '',
    status: read.workflowStatus ?? [],
    modality: read.modality ?? [],
    emergency: flag(read.emergency),
    mlc: flag(read.mlc),
    studyType: read.studyType ?? '',
    caseFlag: read.caseFlag ?? [],
    assignedTo: read.assignedTo ?? [],
  }
}

/** What is shown, as a list saves it: a preset stays one. */
export function savedQueryOf(url: WorklistUrl, columns: readonly string[]): SavedQuery {
  const { filters, tab, sort } = queryOf(url)
  const asked = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return { filters: Object.fromEntries(asked), tab, sort, columns: [...columns] }
}

/**
 * The address of a list that is opened; what it does not say is the role's default. Null where this page does not understand
 * the list, or does not offer its dates to the role.
 */
export function addressOf(query: SavedQuery, listId: string, role: WorklistRole): URLSearchParams | null {
  const choices = choicesOf(query)
  if (!choices || !role.datePresets.includes(choices.date)) return null
  return writeWorklistUrl(new URLSearchParams(), { ...choices, list: listId }, role)
}

/** What the page shows, as a list would save it, once a list is opened: what this role or version has not falls away. */
export function openedAs(query: SavedQuery, role: WorklistRole): SavedQuery | null {
  const address = addressOf(query, '', role)
  return address && savedQueryOf(readWorklistUrl(address, role), shownColumns(query.columns))
}
