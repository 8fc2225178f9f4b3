import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect } from 'react'
import { ColumnHead, type MoveColumn, type ResizeColumn, type SortProps } from '../../columns/column-head.tsx'
import { openingOf, useRowActions } from '../row-actions.tsx'
import { useSelected } from '../selection.tsx'
import { type ShownColumns, useWorklistTable, widthsOf } from './use-worklist-table.ts'
import { WorklistTableRow } from './worklist-table-row.tsx'
import './worklist-table.css'

/** Rows rendered beyond each edge of the visible part. */
export const overscan = 5

export type ListProps = {
  rows: readonly WorklistRow[]
  total: number
  /** The row that the keys act on. */
  activeId: string | null
  onActivate: (studyId: string) => void
  scrollRef: RefObject<HTMLDivElement | null>
  /** Called when the last loaded rows are near. */
  onNearEnd: () => void
}

type Props = ListProps &
  SortProps & { rowHeight: number; shown: ShownColumns; width: number; onResize: ResizeColumn; onMove: MoveColumn }

export function WorklistTable({
  rows,
  total,
  activeId,
  onActivate,
  scrollRef,
  onNearEnd,
  rowHeight,
  shown,
  width,
  onResize,
  onMove,
  sort,
  onSort,
}: Props) {
  const table = useWorklistTable(rows, shown, width, onResize)
  const { has } = useSelected()
  const open = openingOf(useRowActions())
  const modelRows = table.getRowModel().rows
  const visibleColumns = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  const virtualizer = useVirtualizer({
    count: modelRows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => modelRows[index]?.id ?? index,
    scrollPaddingStart: 30,
    overscan,
  })
  const items = virtualizer.getVirtualItems()
  const lastIndex = items.at(-1)?.index ?? 0
  const nearEnd = modelRows.length > 0 && lastIndex >= modelRows.length - overscan * 2
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  const activeIndex = rows.findIndex((row) => row._id === activeId)
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex)
  }, [activeIndex, virtualizer])

  return (
    <table
      className="wl-table"
      aria-label="Worklist"
      aria-rowcount={total + 1}
      style={{ minWidth: table.getTotalSize(), ...widthsOf(table) }}
    >
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {group.headers.map((header) => (
              <ColumnHead key={header.id} header={header} onResize={onResize} onMove={onMove} sort={sort} onSort={onSort} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody style={{ height: virtualizer.getTotalSize() }} data-rows data-scrolling={virtualizer.isScrolling || undefined}>
        {items.map((item) => {
          const row = modelRows[item.index]
          if (!row) return null
          return (
            <WorklistTableRow
              key={row.id}
              row={row}
              index={item.index}
              top={item.start}
              height={rowHeight}
              selected={has(row.id)}
              tabbable={activeId ? activeId === row.id : item.index === 0}
              active={activeId === row.id}
              onActivate={onActivate}
              columns={visibleColumns}
              onOpen={open}
            />
          )
        })}
      </tbody>
    </table>
  )
}
