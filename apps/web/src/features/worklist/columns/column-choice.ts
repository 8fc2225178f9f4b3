import type { Role } from '@readroom/contracts/core/permissions'
import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'

/** Key of the choice in local storage. A new key would lose the saved choices. */
const storageKey = 'worklistColumns'

type Column = { label: string; required?: boolean; onlyFor?: readonly Role[]; fixed?: boolean }

/**
 * The columns in order. By default, those with `onlyFor` are visible to these roles only. `required` ones can't be hidden. `fixed` ones always come
 * first.
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
  dueDate: { label: 'Due', onlyFor: ['admin', 'doctor_account'] },
  studyDate: { label: 'Study date' },
  uploadDate: { label: 'Upload date', onlyFor: [] },
  reportedDate: { label: 'Reported date' },
  reportedBy: { label: 'Reported by', onlyFor: [] },
  accession: { label: 'Accession', onlyFor: [] },
  seenBy: { label: 'Seen by', onlyFor: [] },
  actions: { label: 'Actions' },
  report: { label: 'Report' },
  assignedTo: { label: 'Assigned to', onlyFor: ['admin'] },
  assignDoctor: { label: 'Assign doctor' },
} satisfies Record<string, Column>

export type ColumnId = keyof typeof columns
export const columnTable: Record<string, Column> & Record<ColumnId, Column> = columns
export const columnIds: readonly string[] = Object.keys(columns)

export type ColumnChoice = Record<string, boolean>

const Stored = z.record(z.string(), z.boolean()).catch({})

export const requiredMessage = ({ label }: Column) => `${label} is required and cannot be hidden.`

/** Returns which columns are visible: the user's choice over the role's defaults, required columns always. */
function visibleOf(chosen: ColumnChoice, role: Role): ColumnChoice {
  return Object.fromEntries(
    Object.entries(columnTable).map(([id, { required, onlyFor }]) => [
      id,
      required === true || (chosen[id] ?? onlyFor?.includes(role) ?? true),
    ]),
  )
}

const readStored = (stored: string | null): ColumnChoice => Stored.parse(parseJson(stored ?? '{}'))

/** Returns which columns are visible with a stored choice. */
export const readColumnChoice = (stored: string | null, role: Role): ColumnChoice => visibleOf(readStored(stored), role)

/** Returns the choice that shows exactly these columns and the required ones. */
export const choiceOf = (shown: readonly string[]): ColumnChoice =>
  Object.fromEntries(Object.entries(columnTable).map(([id, { required }]) => [id, required === true || shown.includes(id)]))

/** Keeps the chosen columns in this browser's local storage. */
export function useColumnChoice(role: Role) {
  const [chosen, setChosen] = useState(() => readStored(localStorage.getItem(storageKey)))
  return {
    choice: visibleOf(chosen, role),
    /** Returns true if the user has hidden the column. */
    isRefused: (id: string) => chosen[id] === false,
    setColumn(id: string, shown: boolean) {
      const next = { ...chosen, [id]: shown }
      localStorage.setItem(storageKey, JSON.stringify(next))
      setChosen(next)
    },
    resetChoice() {
      localStorage.removeItem(storageKey)
      setChosen({})
    },
  }
}
