import type { WorklistRow } from '@readroom/contracts/studies'
import {
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { columnTable } from './column-choice.ts'
import { type WorklistColumn, worklistColumns } from './columns.tsx'

const features = tableFeatures({ columnVisibilityFeature, columnPinningFeature, columnSizingFeature })
const helper = createColumnHelper<typeof features, WorklistRow>()

const columnById = new Map<string, WorklistColumn>(worklistColumns.map((column) => [column.id, column]))

const columns = worklistColumns.map(({ id, size, header, cell }) =>
  helper.display({
    id,
    size,
    header: header ?? (() => (id === 'assignDoctor' ? 'Assign' : columnTable[id].label)),
    cell: ({ row }) => cell(row.original),
  }),
)

const columnPinning: { start: string[]; end: string[] } = {
  start: worklistColumns.filter(({ pinned }) => pinned).map(({ id }) => id),
  end: [],
}

/** The table model: which columns show, how wide, and which stay put. */
export function useWorklistTable(data: readonly WorklistRow[], columnVisibility: Record<string, boolean>) {
  return useTable({
    features,
    columns,
    data,
    state: { columnVisibility, columnPinning },
    getRowId: (row) => row._id,
  })
}

type WorklistTableModel = ReturnType<typeof useWorklistTable>
export type WorklistModelRow = ReturnType<WorklistTableModel['getRowModel']>['rows'][number]
type ModelColumn = ReturnType<WorklistTableModel['getVisibleLeafColumns']>[number]

/** Class and style of a column's cells: its width, its alignment, and its place when pinned. */
export function cellLayout(column: ModelColumn) {
  const { grow, align, interactive } = columnById.get(column.id) ?? {}
  const pinned = column.getIsPinned() !== false
  return {
    interactive: interactive === true,
    className: [
      'wl-cell',
      pinned && 'wl-pinned',
      align === 'right' && 'justify-end',
      column.id === 'patientName' && 'wl-pinned-edge',
    ]
      .filter(Boolean)
      .join(' '),
    style: {
      flex: `${grow ? 1 : 0} 0 ${column.getSize()}px`,
      ...(pinned && { left: column.getStart('start') }),
    },
  }
}
