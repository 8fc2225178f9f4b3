import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../../lib/api/request.ts'
import { type TurnaroundColumn, turnaroundColumns } from './turnaround-columns.tsx'

const storageKey = 'turnaroundColumns'

/** Stores the usual columns that are hidden and the optional ones that are shown, so that a new column is where it should be. */
const Stored = z.array(z.string()).catch([])

export const readChanged = (stored: string | null): readonly string[] => Stored.parse(parseJson(stored ?? '[]'))

const shownColumns = (changed: readonly string[]): readonly TurnaroundColumn[] =>
  turnaroundColumns.filter(({ id, isOptional = false }) => changed.includes(id) === isOptional)

/** Keeps the chosen columns in this browser's local storage. At least one column stays visible. */
export function useColumnChoice() {
  const [changed, setChanged] = useState(() => readChanged(localStorage.getItem(storageKey)))
  const shown = shownColumns(changed)
  function keep(next: readonly string[]) {
    if (shownColumns(next).length === 0) return
    localStorage.setItem(storageKey, JSON.stringify(next))
    setChanged(next)
  }
  return {
    shown,
    setColumn(id: string, isShown: boolean) {
      const others = changed.filter((one) => one !== id)
      const isUsual = shownColumns([]).some((column) => column.id === id)
      keep(isShown === isUsual ? others : [...others, id])
    },
    reset: () => keep([]),
  }
}
export type ColumnChoice = ReturnType<typeof useColumnChoice>
