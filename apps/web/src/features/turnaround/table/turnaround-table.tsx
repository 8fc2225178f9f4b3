import type { TurnaroundSort, TurnaroundStudy } from '@readroom/contracts/turnaround/turnaround-report'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type CSSProperties, memo } from 'react'
import { cx } from '../../../lib/cx.ts'
import type { TurnaroundUrl } from '../turnaround-url.ts'
import type { TurnaroundColumn } from './turnaround-columns.tsx'
import './turnaround-table.css'

/** Adds the custom properties that the style sheet calculates with. */
type Style = CSSProperties & Partial<Record<'--size' | '--min-width', number>>
type Layout = { column: TurnaroundColumn; className: string; style: Style }

const widthOf = (columns: readonly TurnaroundColumn[]) => columns.reduce((sum, { size }) => sum + size, 0)

/** Returns each column's width and, if it is pinned, its offset. */
function layoutOf(columns: readonly TurnaroundColumn[]): Layout[] {
  return columns.map((column, index) => {
    const { size, pinned, align } = column
    const besides = pinned === 'left' ? columns.slice(0, index).filter((one) => one.pinned === pinned) : columns.slice(index + 1)
    const isEdge = columns[pinned === 'left' ? index + 1 : index - 1]?.pinned !== pinned
    return {
      column,
      className: cx(
        'turnaround-cell',
        pinned && 'turnaround-pinned',
        pinned && isEdge && `turnaround-edge-${pinned}`,
        align === 'right' && 'justify-end',
      ),
      style: { '--size': size, ...(pinned && { [pinned]: widthOf(besides) }) },
    }
  })
}

const Row = memo(function Row({ study, layouts }: { study: TurnaroundStudy; layouts: readonly Layout[] }) {
  return (
    <tr className="turnaround-row" aria-label={study.patientName ?? 'N/A'}>
      {layouts.map(({ column, className, style }) => (
        <td key={column.id} className={className} style={style}>
          {column.cell(study)}
        </td>
      ))}
    </tr>
  )
})

type HeadProps = Layout & { sort: TurnaroundSort; onSort: (sort: TurnaroundUrl['sort']) => void }

/** Shows a column head. A click sorts by the column, greatest first; another click reverses the order. */
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
  rows: readonly TurnaroundStudy[]
  columns: readonly TurnaroundColumn[]
  sort: TurnaroundSort
  onSort: (sort: TurnaroundUrl['sort']) => void
  stale: boolean
}

/** Shows the rows of a page. The browser lays out only those on screen, but prints all. */
export function TurnaroundTable({ rows, columns, sort, onSort, stale }: Props) {
  const layouts = layoutOf(columns)
  const minWidth: Style = { '--min-width': widthOf(columns) }
  return (
    <table
      className="turnaround-table"
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
