import { presetOf } from '@readroom/contracts/studies/study-filters'
import { ofEachYesNo } from '@readroom/contracts/studies/yes-no-filters'
import { readFilters, type SavedQuery } from '@readroom/contracts/worklist/saved-lists'
import { shownColumns } from '../columns/use-columns.ts'
import type { WorklistRole } from '../list/worklist-roles.ts'
import { queryOf, readWorklistUrl, type WorklistUrl, writeWorklistUrl } from './worklist-url.ts'

const yesNo = (value: boolean | undefined) => (value === undefined ? '' : value ? 'true' : 'false')

/** All parameters that a saved list sets. Leaving one out is a compile error. */
type Choices = Required<Omit<WorklistUrl, 'limit' | 'list'>>

/** Returns a saved list's parameters for the address. Null if this page doesn't understand it. */
function choicesOf({ filters, tab, sort, columns }: SavedQuery): Choices | null {
  const read = readFilters(filters)
  if (!read) return null
  return {
    tab,
    sort,
    columns,
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
    ...ofEachYesNo((name) => yesNo(read[name])),
    studyType: read.studyType ?? '',
    caseFlag: read.caseFlag ?? [],
    deadline: read.deadline ?? [],
    assignedTo: read.assignedTo ?? [],
  }
}

/** Returns the current view as a list saves it. A date preset stays a preset. */
export function savedQueryOf(url: WorklistUrl, columns: readonly string[]): SavedQuery {
  const { filters, tab, sort } = queryOf(url)
  const asked = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return { filters: Object.fromEntries(asked), tab, sort, columns: [...columns] }
}

/**
 * Returns the address that opens a list. Parameters it doesn't set have the role's defaults. Null if this page doesn't understand the list or doesn't
 * offer its dates to the role.
 */
export function addressOf(query: SavedQuery, listId: string, role: WorklistRole): URLSearchParams | null {
  const choices = choicesOf(query)
  if (!choices || !role.datePresets.includes(choices.date)) return null
  return writeWorklistUrl(new URLSearchParams(), { ...choices, list: listId }, role)
}

/** Returns the view after opening a list, as a list would save it. Leaves out parts that this role or version doesn't have. */
export function openedAs(query: SavedQuery, role: WorklistRole): SavedQuery | null {
  const address = addressOf(query, '', role)
  return address && savedQueryOf(readWorklistUrl(address, role), shownColumns(query.columns))
}
