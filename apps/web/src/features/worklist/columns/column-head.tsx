import { FlexRender } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { cellLayout, type WorklistHeader } from '../list/table/use-worklist-table.ts'
import { directionOf, sortKeyOf, toggleSort } from '../rows/worklist-sort.ts'
import type { WorklistUrl } from '../rows/worklist-url.ts'
import { columnTable } from './column-choice.ts'
import { headOf } from './columns.tsx'

export type SortProps = { sort: WorklistUrl['sort']; onSort: (sort: WorklistUrl['sort']) => void }

/** Sets the width of a column. Null returns to the automatic width. */
export type ResizeColumn = (id: string, width: number | null) => void

/** Moves a column to the position of another one. */
export type MoveColumn = (id: string, to: string) => void

type EdgeProps = { header: WorklistHeader; onResize: ResizeColumn }

/** The drag type of a column head. It is our own, so that nothing else can be dropped there. */
const dragged = 'application/x-readroom-column'

/** Returns the props for dragging a head and dropping on it. Fixed columns stay in place. */
function dragging(id: string, onMove: MoveColumn) {
  if (columnTable[id]?.fixed) return { handle: {}, target: {} }
  const accepts = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragged)
  return {
    handle: {
      draggable: true,
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.setData(dragged, id)
        dataTransfer.effectAllowed = 'move'
      },
    },
    target: {
      onDragOver: (event: DragEvent) => {
        if (accepts(event)) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (!accepts(event)) return
        event.preventDefault()
        onMove(event.dataTransfer.getData(dragged), id)
      },
    },
  }
}

const steps: Record<string, number> = { ArrowLeft: -8, ArrowRight: 8 }

/** Shows the edge that changes a column's width, by dragging or with the arrow keys. A double click or Enter returns to the automatic width. */
function ResizeEdge({ header, onResize }: EdgeProps) {
  const { column } = header
  const start = header.getResizeHandler()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    onResize(column.id, step === undefined ? null : column.getSize() + step * (event.shiftKey ? 4 : 1))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thematic break is not a movable edge
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${headOf(column.id)}`}
      aria-valuenow={Math.round(column.getSize())}
      tabIndex={0}
      data-dragging={column.getIsResizing() || undefined}
      className="wl-resize"
      onMouseDown={start}
      onTouchStart={start}
      onDoubleClick={() => onResize(column.id, null)}
      onKeyDown={onKeyDown}
    />
  )
}

const arrows = { ascending: ArrowUp, descending: ArrowDown } as const

/** Shows a column head. A click sorts if the server can sort by it, its edge changes the width, and its text drags the column. */
export function ColumnHead({ header, onResize, onMove, sort, onSort }: EdgeProps & SortProps & { onMove: MoveColumn }) {
  const { handle, target } = dragging(header.column.id, onMove)
  const { id } = header.column
  const { className, style } = cellLayout(id)
  const resizable = header.column.getCanResize()
  // Chromium finds no name in content that can be dragged.
  const name = headOf(id)
  const key = sortKeyOf(id)
  const direction = key && directionOf(sort, key)
  const Arrow = direction && arrows[direction]
  const words = (
    <span className="truncate" {...handle}>
      <FlexRender header={header} />
    </span>
  )
  return (
    <th
      scope="col"
      {...target}
      className={className}
      style={style}
      aria-sort={direction}
      aria-label={id === 'checkbox' ? undefined : name}
    >
      {key ? (
        <button type="button" aria-label={name} className="sort-head" onClick={() => onSort(toggleSort(sort, key))}>
          {words}
          {Arrow && <Arrow size={12} className="shrink-0" aria-hidden />}
        </button>
      ) : (
        words
      )}
      {resizable && <ResizeEdge header={header} onResize={onResize} />}
    </th>
  )
}
