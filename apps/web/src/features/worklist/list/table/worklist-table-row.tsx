import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import { FlexRender } from '@tanstack/react-table'
import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { rowName } from '../../columns/cells.tsx'
import { cellLayout, type WorklistModelRow } from './use-worklist-table.ts'

type Props = {
  row: WorklistModelRow
  index: number
  top: number
  height: number
  selected: boolean
  active: boolean
  tabbable: boolean
  /** The visible columns in order. The row renders again when they change. */
  columns: string
  onActivate: (studyId: string) => void
  onOpen: (study: WorklistRow) => void
}

/** Returns true if the click is on a control, so that it doesn't count as a click on the row. */
export function isOnControl({ target }: MouseEvent<HTMLElement>): boolean {
  return target instanceof Element && target.closest('button,a,input,label,[data-interactive]') !== null
}

/** Moves the focus to the active row, but never out of a field, a dialog, a menu or the row's own controls. */
function takeFocus(row: HTMLElement | null) {
  const current = document.activeElement
  const stays = current?.closest('input:not([type=checkbox]),textarea,select,[role=dialog],[role=alertdialog],[role=menu]')
  if (row && !stays && !row.contains(current)) row.focus({ preventScroll: true })
}

/** Shows a row of the table. Memoised, so that scrolling renders only the rows that come into view. */
export const WorklistTableRow = memo(function WorklistTableRow(props: Props) {
  const { row, index, top, height, selected, active, tabbable, onActivate, onOpen } = props
  const study = row.original
  const ref = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (active) takeFocus(ref.current)
  }, [active])

  /** Opens the study. A stray click must not change a clinical status, so one click focuses and two open. */
  const open = (event: MouseEvent<HTMLElement>) => {
    if (isOnControl(event)) return
    // A double click selects the word below it.
    window.getSelection()?.removeAllRanges()
    onOpen(study)
  }
  return (
    <tr
      ref={ref}
      className="wl-row"
      aria-rowindex={index + 2}
      aria-label={rowName(study)}
      data-study={study._id}
      data-selected={selected || undefined}
      data-urgent={isEmergency(study) || undefined}
      tabIndex={tabbable ? 0 : -1}
      style={{ height, transform: `translateY(${top}px)` }}
      onFocus={() => onActivate(study._id)}
      onClick={(event) => !isOnControl(event) && onActivate(study._id)}
      onDoubleClick={open}
    >
      {row.getVisibleCells().map((cell) => {
        const { className, style, interactive } = cellLayout(cell.column.id)
        return (
          <td key={cell.id} className={className} style={style} data-interactive={interactive || undefined}>
            <FlexRender cell={cell} />
          </td>
        )
      })}
    </tr>
  )
})
