import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useEffectEvent } from 'react'
import { useRowActions } from './row-actions.tsx'
import { useSelected } from './selection.tsx'

/** The keys of the worklist, as the list of keys shows them. */
export const worklistKeys = [
  { keys: ['j', '↓'], does: 'Next study' },
  { keys: ['k', '↑'], does: 'Previous study' },
  { keys: ['Home', 'End'], does: 'First or last loaded study' },
  { keys: ['Enter'], does: 'Open the images' },
  { keys: ['a'], does: 'Assign the study, or the selected ones', assigns: true },
  { keys: ['p'], does: 'Patient details of the study' },
  { keys: ['i'], does: 'Patient information of the study' },
  { keys: ['r'], does: 'Reports of the study' },
  { keys: ['Space'], does: 'Select the study' },
  { keys: ['/'], does: 'Search' },
  { keys: ['?'], does: 'This list' },
  { keys: ['Esc'], does: 'Close a dialog' },
] as const

type Options = {
  rows: readonly WorklistRow[]
  activeId: string | null
  onActivate: (studyId: string) => void
  onShowKeys: () => void
  onSearch: () => void
}

const overlays = '[role=dialog],[role=alertdialog],[role=menu]'

/** A field, another control or a dialog keeps its own keys. */
function isElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (document.querySelector(overlays)) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.matches('textarea,select,input:not([type=checkbox])')) return true
  return (event.key === 'Enter' || event.key === ' ') && target?.matches('button,a,input') === true
}

export function useWorklistKeys({ rows, activeId, onActivate, onShowKeys, onSearch }: Options) {
  const { openViewer, openPatient, openSummary, openReports, assign } = useRowActions()
  const selection = useSelected()

  const moveTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row) onActivate(row._id)
  }
  const index = rows.findIndex((row) => row._id === activeId)
  const row = rows[index]
  const next = () => moveTo(index + 1)
  const previous = () => moveTo(index - 1)

  const commands: Record<string, (() => void) | undefined> = {
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    Home: () => moveTo(0),
    End: () => moveTo(rows.length - 1),
    Enter: row && (() => openViewer(row)),
    p: row && (() => openPatient(row)),
    i: row && (() => openSummary(row)),
    r: row && (() => openReports(row)),
    a:
      assign && (row || selection.rows.length > 0)
        ? () => assign(selection.rows.length > 0 || !row ? selection.rows : [row])
        : undefined,
    ' ': row && (() => selection.toggle(row._id)),
    '/': onSearch,
    '?': onShowKeys,
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const command = isElsewhere(event) ? undefined : commands[event.key]
    if (!command) return
    event.preventDefault()
    command()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
