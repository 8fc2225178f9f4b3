import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { createContext, useCallback, useContext, useMemo, useRef, useState } from 'react'

export type Selection = {
  has: (studyId: string) => boolean
  /** Selects or deselects a row. With `range`, selects everything from the last selected row to this one. */
  toggle: (studyId: string, range?: boolean) => void
  /** Extends the selection from one row to its neighbour, or shrinks it again. Earlier choices stay. */
  extend: (from: string, to: string) => void
  toggleAll: () => void
  selectAll: () => void
  clear: () => void
  /** Deselects studies whose action is done. */
  remove: (studyIds: readonly string[]) => void
  rows: readonly WorklistRow[]
  allChosen: boolean
}

type Ids = ReadonlySet<string>
/** A range selected with the keys: its first and last row, and the selection before it. */
type Stretch = { anchor: string; end: string; before: Ids }

const withIds = (ids: Ids, more: readonly string[]): Ids => new Set([...ids, ...more])
const withoutIds = (ids: Ids, gone: readonly string[]): Ids => new Set([...ids].filter((id) => !gone.includes(id)))

/** Returns the ids of the rows from one to another, both included. If one is missing, returns only `other`. */
function idsBetween(rows: readonly WorklistRow[], one: string | undefined, other: string): string[] {
  const from = rows.findIndex((row) => row._id === one)
  const to = rows.findIndex((row) => row._id === other)
  if (from < 0 || to < 0) return [other]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row._id)
}

/** Keeps the selected rows. Only rows on the list count, so that no action affects a row that is out of sight. */
export function useSelection(rows: readonly WorklistRow[]): Selection {
  const [ids, setIds] = useState<Ids>(new Set())
  const last = useRef<string>(undefined)
  const stretch = useRef<Stretch>(undefined)
  const chosen = useMemo(() => rows.filter((row) => ids.has(row._id)), [rows, ids])
  const allChosen = rows.length > 0 && chosen.length === rows.length

  const choose = useCallback((change: (current: Ids) => Ids) => {
    stretch.current = undefined
    setIds(change)
  }, [])
  const toggle = useCallback(
    (studyId: string, range = false) => {
      const span = range ? idsBetween(rows, last.current, studyId) : [studyId]
      last.current = studyId
      choose((current) => (current.has(studyId) ? withoutIds(current, span) : withIds(current, span)))
    },
    [rows, choose],
  )
  const extend = useCallback(
    (from: string, to: string) => {
      const begun = stretch.current?.end === from ? stretch.current : { anchor: from, before: ids }
      stretch.current = { ...begun, end: to }
      last.current = to
      setIds(withIds(begun.before, idsBetween(rows, begun.anchor, to)))
    },
    [rows, ids],
  )
  const selectAll = useCallback(() => choose(() => new Set(rows.map((row) => row._id))), [rows, choose])
  const clear = useCallback(() => choose(() => new Set()), [choose])
  const remove = useCallback((studyIds: readonly string[]) => choose((current) => withoutIds(current, studyIds)), [choose])
  const has = useCallback((studyId: string) => ids.has(studyId), [ids])
  return useMemo(
    () => ({
      has,
      toggle,
      extend,
      selectAll,
      clear,
      remove,
      allChosen,
      rows: chosen,
      toggleAll: allChosen ? clear : selectAll,
    }),
    [has, toggle, extend, selectAll, clear, remove, chosen, allChosen],
  )
}

const Context = createContext<Selection | null>(null)
export const SelectionProvider = Context.Provider

export function useSelected(): Selection {
  const selection = useContext(Context)
  if (!selection) throw new Error('Rows need the selection')
  return selection
}
