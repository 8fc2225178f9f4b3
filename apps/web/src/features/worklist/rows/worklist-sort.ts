import { type SortKey, sortKeys } from '@readroom/contracts/studies/study-filters'
import { columnTable } from '../columns/column-choice.ts'
import type { WorklistUrl } from './worklist-url.ts'

type SortText = WorklistUrl['sort']

/** The natural order of each column: dates newest first, words from A, deadlines earliest first. */
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

/** Returns the direction of a column, or undefined if the list is sorted by another one. */
export function directionOf(sort: SortText, key: SortKey): 'ascending' | 'descending' | undefined {
  if (sort === key) return 'ascending'
  return sort === `-${key}` ? 'descending' : undefined
}

/** Returns the order after a click on a column head: its natural order first, then reversed. */
export function toggleSort(sort: SortText, key: SortKey): SortText {
  const direction = directionOf(sort, key)
  const descending = direction ? direction === 'ascending' : beginsDescending[key]
  return descending ? `-${key}` : key
}

/** Returns the label of an order. */
export const sortWords = (sort: SortText) => sortOptions.find(([option]) => option === sort)?.[1] ?? sort

/** All orders with their labels, each column's natural one first. */
export const sortOptions = sortKeys.flatMap((key): (readonly [SortText, string])[] => {
  const { label } = columnTable[key]
  if (key === 'dueDate')
    return [
      [key, 'Emergencies first, then by due time'],
      [`-${key}`, 'Due last first, emergencies below'],
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
