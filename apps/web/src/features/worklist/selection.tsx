import type { WorklistRow } from '@readroom/contracts/studies'
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react'

export type Selection = {
  has: (studyId: string) => boolean
  /** With `range`, everything from the row chosen before to this one. */
  toggle: (studyId: string, range?: boolean) => void
  toggleAll: () => void
  clear: () => void
  rows: readonly WorklistRow[]
  allChosen: boolean
}

/** Chosen rows. Only rows that are on the list count, so that nothing out of sight is ever acted on. */
export function useSelection(rows: readonly WorklistRow[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const chosen = useMemo(() => rows.filter((row) => ids.has(row._id)), [rows, ids])
  const allChosen = rows.length > 0 && chosen.length === rows.length

  const toggle = useCallback(
    (studyId: string, range = false) => {
      const from = rows.findIndex((row) => row._id === last.current)
      const to = rows.findIndex((row) => row._id === studyId)
      const span = range && from >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row._id) : [studyId]
      last.current = studyId
      setIds((current) => {
        const next = new Set(current)
        const select = !current.has(studyId)
        for (const id of span) select ? next.add(id) : next.delete(id)
        return next
      })
    },
    [rows],
  )
  const toggleAll = useCallback(() => setIds(allChosen ? new Set() : new Set(rows.map((row) => row._id))), [allChosen, rows])
  const clear = useCallback(() => setIds(new Set()), [])
  const has = useCallback((studyId: string) => ids.has(studyId), [ids])
  return useMemo(
    () => ({ has, toggle, toggleAll, clear, rows: chosen, allChosen }),
    [has, toggle, toggleAll, clear, chosen, allChosen],
  )
}

const Context = createContext<Selection | null>(null)
export const SelectionProvider = Context.Provider

export function useSelected(): Selection {
  const selection = useContext(Context)
  if (!selection) throw new Error('Rows need the selection')
  return selection
}
