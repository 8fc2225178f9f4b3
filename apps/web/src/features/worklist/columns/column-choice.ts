import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'

/** Key of the choice in local storage. A new key would lose the saved choices. */
const storageKey = 'worklistColumns'

type Column = { label: string; required?: boolean; hidden?: boolean | 'notFromReaders'; fixed?: boolean }

/**
 * The columns in order. `hidden` ones are off by default, for all users or for all but readers. `required` ones can't be hidden. `fixed` ones always
 * come first.
 */
const columns = {
  checkbox: { label: 'Checkbox', fixed: true },
  status: { label: 'Status', required: true, fixed: true },
  clinicalHistory: { label: 'Clinical history' },
  share: { label: 'Share' },
  discussion: { label: 'Discussion' },
  patientId: { label: 'Patient ID', required: true },
  patientName: { label: 'Patient name', required: true },
  ageGender: { label: 'Age/sex' },
  description: { label: 'Description' },
  series: { label: 'Series' },
  modality: { label: 'Modality' },
  location: { label: 'Location' },
  dueDate: { label: 'Due', hidden: 'notFromReaders' },
  studyDate: { label: 'Study date' },
  uploadDate: { label: 'Upload date', hidden: true },
  reportedDate: { label: 'Reported date' },
  reportedBy: { label: 'Reported by', hidden: true },
  accession: { label: 'Accession', hidden: true },
  seenBy: { label: 'Seen by', hidden: true },
  actions: { label: 'Actions' },
  report: { label: 'Report' },
  assignedTo: { label: 'Assigned to', hidden: true },
  assignDoctor: { label: 'Assign doctor' },
} satisfies Record<string, Column>

export type ColumnId = keyof typeof columns
export const columnTable: Record<string, Column> & Record<ColumnId, Column> = columns
export const columnIds: readonly string[] = Object.keys(columns)

export type ColumnChoice = Record<string, boolean>

const Stored = z.record(z.string(), z.boolean()).catch({})

export const requiredMessage = ({ label }: Column) => `${label} is required and cannot be hidden.`

const defaultsOf = (reads: boolean): ColumnChoice =>
  Object.fromEntries(Object.entries(columnTable).map(([id, { hidden }]) => [id, hidden === 'notFromReaders' ? reads : !hidden]))

/** Returns which columns are visible: the stored choice over the defaults, required columns always. `reads` is true for readers. */
export function readColumnChoice(stored: string | null, reads: boolean): ColumnChoice {
  const defaults = defaultsOf(reads)
  const chosen = Stored.parse(parseJson(stored ?? '{}'))
  return Object.fromEntries(
    Object.entries(columnTable).map(([id, { required }]) => [id, required === true || (chosen[id] ?? defaults[id] ?? true)]),
  )
}

/** Returns the choice that shows exactly these columns and the required ones. */
export const choiceOf = (shown: readonly string[]): ColumnChoice =>
  Object.fromEntries(Object.entries(columnTable).map(([id, { required }]) => [id, required === true || shown.includes(id)]))

/** Keeps the chosen columns in this browser's local storage. */
export function useColumnChoice(reads: boolean) {
  const [choice, setChoice] = useState(() => readColumnChoice(localStorage.getItem(storageKey), reads))
  return {
    choice,
    setColumn(id: string, shown: boolean) {
      const next = { ...choice, [id]: shown }
      localStorage.setItem(storageKey, JSON.stringify(next))
      setChoice(next)
    },
    resetChoice() {
      localStorage.removeItem(storageKey)
      setChoice(defaultsOf(reads))
    },
  }
}
