import type { TatSort, TatStudy } from '@readroom/contracts/tat'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { cx } from '../../lib/cx.ts'
import type { TatColumn } from './tat-columns.tsx'
import type { TatUrl } from './tat-url.ts'
import './tat-table.css'

/** With what the style sheet computes with. */
type Style = CSSProperties & Partial<Record<'--size' | '--min-width', number>>
type Layout = { column: TatColumn; className: string; style: Style }

const widthOf = (columns: readonly TatColumn[]) => columns.reduce((sum, { size }) => sum + size, 0)

/** Where a column is: its width, and the place of one that stays. */
function layoutOf(columns: readonly TatColumn[]): Layout[] {
  return columns.map((column, index) => {
    const { size, pinned, align } = column
    const besides = pinned === 'left' ? columns.slice(0, index).filter((one) => one.pinned === pinned) : columns.slice(index + 1)
    const isEdge = columns[pinned === 'left' ? index + 1 : index - 1]?.pinned !== pinned
    return {
      column,
      className: cx(
        'tat-cell',
        pinned && 'tat-pinned',
        pinned && isEdge && `tat-edge-${pinned}`,
        align === 'right' && 'justify-end',
      ),
      style: { '--size': size, ...(pinned && { [pinned]: widthOf(besides) }) },
    }
  })
}

const Row = memo(function Row({ study, layouts }: { study: TatStudy; layouts: readonly Layout[] }) {
  return (
    <tr className="tat-row" aria-label={study.patientName ?? 'N/A'}>
      {layouts.map(({ column, className, style }) => (
        <td key={column.id} className={className} style={style}>
          {column.cell(study)}
        </td>
      ))}
    </tr>
  )
})

type HeadProps = Layout & { sort: TatSort; onSort: (sort: TatUrl['sort']) => void }

/** A click sorts by the column, the greatest first, and another one the other way round. */
function Head({ column, className, style, sort, onSort }: HeadProps) {
  const { id, label, sort: key } = column
  const isSorted = key === sort.key
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  const direction = sort.descending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={className} style={style} {...(isSorted && { 'aria-sort': direction })}>
      {key ? (
        <button type="button" className="sort-head" onClick={() => onSort(isSorted && sort.descending ? key : `-${key}`)}>
          {label}
          {isSorted && <Arrow size={12} aria-hidden />}
        </button>
      ) : (
        <span className={id === 'status' ? 'sr-only' : 'truncate'}>{label}</span>
      )}
    </th>
  )
}

type Props = {
  rows: readonly TatStudy[]
  columns: readonly TatColumn[]
  sort: TatSort
  onSort: (sort: TatUrl['sort']) => void
  stale: boolean
}

/** The rows of a page. The browser lays out those on screen alone, and prints all of them. */
export function TatTable({ rows, columns, sort, onSort, stale }: Props) {
  const layouts = layoutOf(columns)
  const minWidth: Style = { '--min-width': widthOf(columns) }
  return (
    <table
      className="tat-table"
      aria-label="Turnaround of studies"
      aria-busy={stale}
      data-stale={stale || undefined}
      style={minWidth}
    >
      <thead>
        <tr>
          {layouts.map((layout) => (
            <Head key={layout.column.id} {...layout} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((study) => (
          <Row key={study._id} study={study} layouts={layouts} />
        ))}
      </tbody>
    </table>
  )
}
