import { FlexRender } from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { DragEvent, KeyboardEvent } from 'react'
import { columnTable } from './column-choice.ts'
import { headOf } from './columns.tsx'
import { cellLayout, type WorklistHeader } from './use-worklist-table.ts'
import { directionOf, sortKeyOf, toggleSort } from './worklist-sort.ts'
import type { WorklistUrl } from './worklist-url.ts'

export type SortProps = { sort: WorklistUrl['sort']; onSort: (sort: WorklistUrl['sort']) => void }

/** Without a width the column takes what fits. */
export type ResizeColumn = (id: string, width: number | null) => void

/** A column goes to the place of another. */
export type MoveColumn = (id: string, to: string) => void

type EdgeProps = { header: WorklistHeader; onResize: ResizeColumn }

/** Of a column's head while it is dragged: a type of our own, so that nothing else can be dropped there. */
const dragged = 'application/x-readroom-column'

/** What makes a head one that can be dragged, and dropped on. The first columns keep their places. */
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

/** The edge that a column's width is changed by: dragged, by the arrow keys, and back to what fits by a double click or Enter. */
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
    // biome-ignore lint/a11y/useSemanticElements: a thematic break is no edge that can be moved
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

/** The head of a column: a click sorts by it where the server can, its edge makes it wider or narrower, its words drag it to another place. */
export function ColumnHead({ header, onResize, onMove, sort, onSort }: EdgeProps & SortProps & { onMove: MoveColumn }) {
  const { handle, target } = dragging(header.column.id, onMove)
  const { id } = header.column
  const { className, style } = cellLayout(id)
  const resizable = header.column.getCanResize()
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
      aria-label={resizable ? headOf(id) : undefined}
    >
      {key ? (
        <button type="button" className="sort-head" onClick={() => onSort(toggleSort(sort, key))}>
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
