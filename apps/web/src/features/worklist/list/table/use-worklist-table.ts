import type { WorklistRow } from '@readroom/contracts/studies/studies'
import {
  type ColumnSizingState,
  columnOrderingFeature,
  columnResizingFeature,
  type columnResizingState,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  functionalUpdate,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type CSSProperties, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { fitColumns } from '../../columns/column-fit.ts'
import { narrowest } from '../../columns/column-layout.ts'
import { headOf, type WorklistColumn, worklistColumns } from '../../columns/columns.tsx'

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature, columnSizingFeature, columnResizingFeature })
const helper = createColumnHelper<typeof features, WorklistRow>()

const columnById = new Map<string, WorklistColumn>(worklistColumns.map((column) => [column.id, column]))

const columns = worklistColumns.map(({ id, size, icons, interactive, header, cell }) =>
  helper.display({
    id,
    size,
    // Columns of icons and checkboxes are narrower and have a fixed width.
    ...(!(icons || interactive) && { minSize: narrowest }),
    enableResizing: !(icons || interactive),
    header: header ?? (() => headOf(id)),
    cell: ({ row }) => cell(row.original),
  }),
)

/** The visible columns, their order, and the widths chosen by the user. */
export type ShownColumns = {
  visibility: Record<string, boolean>
  order: readonly string[]
  widths: Readonly<Record<string, number>>
}

/** Returns the visible columns from left to right with their widths. */
export function fitShown(
  { visibility, order, widths }: ShownColumns,
  width: number,
): { column: WorklistColumn; width: number }[] {
  const shown = order.flatMap((id) => (visibility[id] ? (columnById.get(id) ?? []) : []))
  const fitted = fitColumns(shown, widths, width)
  return shown.map((column) => ({ column, width: fitted[column.id] ?? column.size }))
}

const still: columnResizingState = {
  startOffset: null,
  startSize: null,
  deltaOffset: null,
  deltaPercentage: null,
  isResizingColumn: false,
  columnSizingStart: [],
}

/** Keeps the widths while the edge of a head is dragged. The other columns change only when it is released. */
function useColumnDrag(fitted: ColumnSizingState, onResize: (id: string, width: number) => void) {
  const [drag, setDrag] = useState<{ id: string; sizing: ColumnSizingState } | null>(null)
  const [columnResizing, setColumnResizing] = useState(still)
  const dragging = columnResizing.isResizingColumn
  const letGo = useEffectEvent(() => {
    const width = drag?.sizing[drag.id]
    if (drag && width !== undefined) onResize(drag.id, width)
    setDrag(null)
  })
  useEffect(() => {
    if (dragging === false) letGo()
  }, [dragging])
  return {
    state: { columnSizing: drag?.sizing ?? fitted, columnResizing },
    onColumnSizingChange: (change: ColumnSizingState | ((old: ColumnSizingState) => ColumnSizingState)) =>
      setDrag((before) => {
        const id = columnResizing.isResizingColumn || before?.id
        return id ? { id, sizing: functionalUpdate(change, before?.sizing ?? fitted) } : before
      }),
    onColumnResizingChange: setColumnResizing,
  }
}

/** Creates the table model with the visible columns, their order and their widths. */
export function useWorklistTable(
  data: readonly WorklistRow[],
  shown: ShownColumns,
  width: number,
  onResize: (id: string, width: number) => void,
) {
  const fitted = useMemo(() => fitShown(shown, width), [shown, width])
  const sizing = useMemo(() => Object.fromEntries(fitted.map((one) => [one.column.id, one.width])), [fitted])
  const { state, ...drag } = useColumnDrag(sizing, onResize)
  return useTable({
    features,
    columns,
    data,
    state: { columnVisibility: shown.visibility, columnOrder: [...shown.order], ...state },
    ...drag,
    columnResizeMode: 'onChange',
    getRowId: (row) => row._id,
  })
}

type WorklistTableModel = ReturnType<typeof useWorklistTable>
export type WorklistModelRow = ReturnType<WorklistTableModel['getRowModel']>['rows'][number]
export type WorklistHeader = ReturnType<WorklistTableModel['getHeaderGroups']>[number]['headers'][number]

/** Returns the widths as CSS properties, so that rows don't render while a width changes. Pinned columns also get an offset. */
export function widthsOf(table: WorklistTableModel): Record<`--${string}`, string> {
  const properties: Record<`--${string}`, string> = {}
  let left = 0
  for (const column of table.getVisibleLeafColumns()) {
    properties[`--width-${column.id}`] = `${column.getSize()}px`
    properties[`--left-${column.id}`] = `${left}px`
    if (columnById.get(column.id)?.pinned) left += column.getSize()
  }
  return properties
}

type Layout = { interactive: boolean; className: string; style: CSSProperties }

function layoutOf({ id, pinned, inReach, icons, align, interactive = false }: WorklistColumn): Layout {
  const classes = [
    'wl-cell',
    pinned && 'wl-pinned',
    inReach && 'wl-in-reach',
    icons && 'wl-icons',
    align === 'right' && 'justify-end',
  ]
  return {
    interactive,
    className: [...classes, id === 'patientName' && 'wl-pinned-edge'].filter(Boolean).join(' '),
    style: { flex: `0 0 var(--width-${id})`, ...(pinned && { left: `var(--left-${id})` }) },
  }
}

const layouts = new Map<string, Layout>(worklistColumns.map((column) => [column.id, layoutOf(column)]))

/** Returns the class and style of a column's cells: width, alignment and, if pinned, offset. */
export function cellLayout(columnId: string): Layout {
  const layout = layouts.get(columnId)
  if (!layout) throw new Error(`no column ${columnId}`)
  return layout
}
