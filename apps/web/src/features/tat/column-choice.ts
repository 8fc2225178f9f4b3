import { useState } from 'react'
import { z } from 'zod'
import { parseJson } from '../../lib/api/request.ts'
import { type TatColumn, tatColumns } from './tat-columns.tsx'

const storageKey = 'tatColumns'

/** Ids of hidden columns: a column that is new is shown. */
const Stored = z.array(z.string()).catch([])

export const readHidden = (stored: string | null): readonly string[] => Stored.parse(parseJson(stored ?? '[]'))

/** The columns of this browser, kept in local storage; at least one is left. */
export function useColumnChoice() {
  const [hidden, setHidden] = useState(() => readHidden(localStorage.getItem(storageKey)))
  const shown: readonly TatColumn[] = tatColumns.filter(({ id }) => !hidden.includes(id))
  function keep(next: readonly string[]) {
    if (next.length >= tatColumns.length) return
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
