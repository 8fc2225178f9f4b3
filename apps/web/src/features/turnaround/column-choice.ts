import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../lib/api/request.ts'
import { type TurnaroundColumn, turnaroundColumns } from './turnaround-columns.tsx'

const storageKey = 'turnaroundColumns'

/** Stores the hidden columns, so that a new column is shown. */
const Stored = z.array(z.string()).catch([])

export const readHidden = (stored: string | null): readonly string[] => Stored.parse(parseJson(stored ?? '[]'))

/** Keeps the chosen columns in this browser's local storage. At least one column stays visible. */
export function useColumnChoice() {
  const [hidden, setHidden] = useState(() => readHidden(localStorage.getItem(storageKey)))
  const shown: readonly TurnaroundColumn[] = turnaroundColumns.filter(({ id }) => !hidden.includes(id))
  function keep(next: readonly string[]) {
    if (next.length >= turnaroundColumns.length) return
    localStorage.setItem(storageKey, JSON.stringify(next))
    setHidden(next)
  }
  return {
    shown,
    setColumn: (id: string, isShown: boolean) => keep(isShown ? hidden.filter((one) => one !== id) : [...hidden, id]),
    reset: () => keep([]),
  }
}
export type ColumnChoice = ReturnType<typeof useColumnChoice>
