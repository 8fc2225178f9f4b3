import { type SortKey, sortKeys } from '@readroom/contracts/study-filters'
import { columnTable } from './column-choice.ts'
import type { WorklistUrl } from './worklist-url.ts'

type SortText = WorklistUrl['sort']

/** Dates begin with the newest, words with A, work with what is due first. */
const beginsDescending: Record<SortKey, boolean> = {
  dueDate: false,
  uploadDate: true,
  studyDate: true,
  reportedDate: true,
  patientName: false,
  patientId: false,
  accession: false,
}

export const sortKeyOf = (columnId: string): SortKey | undefined => sortKeys.find((key) => key === columnId)

/** The order of a column, or undefined where the list has another one. */
export function directionOf(sort: SortText, key: SortKey): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** The order after a click on the column's head: its natural one first, then the other way round. */
export function toggleSort(sort: SortText, key: SortKey): SortText {
  const direction = directionOf(sort, key)
  const descending = direction ? direction === 'ascending' : beginsDescending[key]
  return descending ? `-${key}` : key
}

/** A key's order, as `sort` has it, in words. */
export const sortWords = (sort: SortText) => sortOptions.find(([option]) => option === sort)?.[1] ?? sort

/** Every order in words, the natural one of each column first. */
export const sortOptions = sortKeys.flatMap((key): (readonly [SortText, string])[] => {
  const { label } = columnTable[key]
  if (key === 'dueDate')
    return [
      [key, 'Emergencies first, then by due time'],
      [`-${key}`, 'Due last first, emergencies at the end'],
    ]
  return beginsDescending[key]
    ? [
        [`-${key}`, `${label}, newest first`],
        [key, `${label}, oldest first`],
      ]
    : [
        [key, `${label}, A to Z`],
        [`-${key}`, `${label}, Z to A`],
      ]
})
