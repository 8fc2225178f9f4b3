import { type ReactNode, useId } from 'react'
import { cx } from '../../../lib/cx.ts'

/** A column of the table. A `wide` one is hidden on narrow screens. */
export type FactColumn<Row> = { head: string; cell: (row: Row, index: number) => ReactNode; className?: string; wide?: true }

type TableProps<Row> = { label: string; columns: readonly FactColumn<Row>[]; rows: readonly Row[]; empty: string }

const cellClass = <Row,>({ className, wide }: FactColumn<Row>) =>
  cx('pr-4 text-left align-top last:pr-0', className, wide && 'max-sm:hidden')

/** Shows a table of rows, or `empty` if there are none. */
export function FactTable<Row>({ label, columns, rows, empty }: TableProps<Row>) {
  if (rows.length === 0) return <p className="py-1.5 text-text-3">{empty}</p>
  return (
    <table aria-label={label} className="w-full">
      <thead>
        <tr className="border-b border-line">
          {columns.map((column) => (
            <th key={column.head} scope="col" className={cx('py-1 text-xs font-medium text-text-2', cellClass(column))}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} className="border-b border-line last:border-0">
            {columns.map((column) => (
              <td key={column.head} className={cx('py-1.5 break-words', cellClass(column))}>
                {column.cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type SectionProps = { title: string; aside?: ReactNode; children?: ReactNode; className?: string }

export function Section({ title, aside, children, className }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx('min-w-0 py-3', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="py-0.5 font-semibold">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
