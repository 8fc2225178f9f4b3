import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isLateKey } from '../../reading/parts/signing/last-signed.ts'
import { openingOf, type RowActions, useRowActions } from '../list/row-actions.tsx'
import { type Selection, useSelected } from '../list/selection.tsx'
import { chordOf, type WorklistKey, worklistKeys } from './worklist-keys.ts'

type Options = {
  rows: readonly WorklistRow[]
  activeId: string | null
  onActivate: (studyId: string) => void
  onMenu: (row: WorklistRow) => void
  onShowKeys: () => void
  onOpenList: (place: number) => void
  searchRef: RefObject<HTMLInputElement | null>
  /** Loads more rows after the last one, if there are more. */
  onMore: () => void
}

type Command = (event: KeyboardEvent) => void
type Commands = Partial<Record<WorklistKey, Command | false | undefined>>

const nameOfChord = new Map<string, WorklistKey>(worklistKeys.flatMap(({ name, keys }) => keys.map((key) => [key, name])))

/** Elements that are over the list or about to be. */
const overlays = '[role=dialog],[role=alertdialog],[role=menu],.progress-line'

/** Returns true if the key belongs to a field, another control or a dialog. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.altKey || event.defaultPrevented || document.querySelector(overlays)) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.matches('textarea,select,input:not([type=checkbox])')) return true
  return (event.key === 'Enter' || event.key === ' ') && target?.matches('button,a,input') === true
}

const isBack = ({ key }: KeyboardEvent) => key === 'ArrowUp' || key.toLowerCase() === 'k'

/** Returns the commands for the active row. */
function rowCommands(row: WorklistRow, actions: RowActions, { onMenu }: Pick<Options, 'onMenu'>): Commands {
  return {
    open: () => openingOf(actions)(row),
    openViewer: () => actions.openViewer(row),
    menu: () => onMenu(row),
    openPatient: () => actions.openPatient(row),
    openSummary: () => actions.openSummary(row),
    openReports: () => actions.openReports(row),
    downloadReport: row.finishedReport !== null && (() => actions.downloadReport(row)),
    openDiscussion: () => actions.openDiscussion(row),
    openShare: () => actions.openShare(row),
    downloadZip: () => actions.downloadZip(row),
  }
}

/** Returns the commands for the list and its selection. */
function listCommands(options: Options, selection: Selection): Commands {
  const { rows, activeId, onActivate, onMore } = options
  const index = rows.findIndex(({ _id }) => _id === activeId)
  const at = (to: number) => rows[Math.min(Math.max(to, 0), rows.length - 1)]
  const moveTo = (to: number) => {
    const row = at(to)
    if (row) onActivate(row._id)
  }
  return {
    next: (event) => {
      if (index === rows.length - 1 && !event.repeat) onMore()
      moveTo(index + 1)
    },
    previous: () => moveTo(index - 1),
    ends: ({ key }) => moveTo(key === 'Home' ? 0 : rows.length - 1),
    extend: (event) => {
      const to = at(index + (isBack(event) ? -1 : 1))
      if (!to) return
      selection.extend(rows[index]?._id ?? to._id, to._id)
      onActivate(to._id)
    },
    select: () => activeId !== null && index >= 0 && selection.toggle(activeId),
    selectAll: selection.selectAll,
    clear: selection.rows.length > 0 && selection.clear,
    search: () => options.searchRef.current?.select(),
    openList: ({ key }) => options.onOpenList(Number(key)),
    showKeys: options.onShowKeys,
  }
}

/** Moves from the search to the rows on Down. */
function leaveSearch(event: KeyboardEvent, { rows, activeId, onActivate, searchRef }: Options): boolean {
  const input = searchRef.current
  const row = rows.find(({ _id }) => _id === activeId) ?? rows[0]
  if (!input || event.target !== input || event.isComposing || event.key !== 'ArrowDown' || !row) return false
  input.blur()
  onActivate(row._id)
  // The row doesn't take the focus by itself if it was already active.
  document.querySelector<HTMLElement>(`tr[data-study="${row._id}"]`)?.focus({ preventScroll: true })
  return true
}

export function useWorklistKeys(options: Options) {
  const actions = useRowActions()
  const selection = useSelected()
  const row = options.rows.find(({ _id }) => _id === options.activeId)
  const chosen = selection.rows.length > 0 ? selection.rows : row ? [row] : []
  const { assign } = actions

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (leaveSearch(event, options)) return event.preventDefault()
    if (isLateKey(event)) return
    const name = isElsewhere(event) ? undefined : nameOfChord.get(chordOf(event))
    const commands: Commands = {
      ...listCommands(options, selection),
      ...(row && rowCommands(row, actions, options)),
      ...(assign && chosen.length > 0 && { assign: () => assign(chosen, selection.remove) }),
    }
    const command = name && commands[name]
    if (!command) return
    event.preventDefault()
    command(event)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
