import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { useIsDesktop } from '../../lib/hooks/use-media-query.ts'

export type ListColumn<T> = {
  label: string
  /** Width of the column, and alignment of figures. */
  className: string
  cell: (row: T) => ReactNode
}

export type ListTableProps<T> = {
  label: string
  columns: readonly ListColumn<T>[]
  rows: readonly T[]
  keyOf: (row: T) => string
  nameOf: (row: T) => string
  actions: (row: T) => ReactNode
  /** Width of the actions column. */
  actionsClass: string
  /** True if the rows belong to a page that is being replaced. */
  stale: boolean
}

export type HeadProps = { columns: readonly Pick<ListColumn<unknown>, 'label' | 'className'>[]; actionsClass: string }

/** Renders the column heads of the table and of its skeleton. */
export function ListHead({ columns, actionsClass }: HeadProps) {
  return (
    <thead className="sticky top-0 z-(--z-sticky-head) bg-surface text-xs text-text-2 shadow-[0_1px_var(--color-line)]">
      <tr className="h-(--head-h)">
        {columns.map(({ label, className }) => (
          <th key={label} scope="col" className={cx('pr-4 text-left font-medium', className)}>
            {label}
          </th>
        ))}
        <th scope="col" className={cx('pr-2 text-right font-medium', actionsClass)}>
          Actions
        </th>
      </tr>
    </thead>
  )
}

function Table<T>({ label, columns, rows, keyOf, nameOf, actions, actionsClass, stale }: ListTableProps<T>) {
  return (
    <table aria-label={label} aria-busy={stale} className={cx('w-full table-fixed', stale && 'opacity-60')}>
      <ListHead columns={columns} actionsClass={actionsClass} />
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} aria-label={nameOf(row)} className="h-13 border-b border-line hover:bg-hover">
            {columns.map(({ label: column, className, cell }) => (
              <td key={column} className={cx('py-1.5 pr-4 align-middle', className)}>
                {cell(row)}
              </td>
            ))}
            <td className="text-right whitespace-nowrap">{actions(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders the list below 1024 px. The first column is the card's heading, the others follow with their labels. */
function Cards<T>({ label, columns: [first, ...others], rows, keyOf, nameOf, actions, stale }: ListTableProps<T>) {
  return (
    <ul aria-label={label} aria-busy={stale} className={cx('border-t border-line', stale && 'opacity-60')}>
      {rows.map((row) => (
        <li key={keyOf(row)} aria-label={nameOf(row)} className="border-b border-line py-3">
          {first?.cell(row)}
          <dl className="mt-2 grid grid-cols-[92px_minmax(0,1fr)] items-baseline gap-x-3 gap-y-1.5">
            {others.map(({ label: column, cell }) => (
              <div key={column} className="contents">
                <dt className="text-sm text-text-3">{column}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-1.5 flex flex-wrap justify-end">{actions(row)}</div>
        </li>
      ))}
    </ul>
  )
}

export function ListTable<T>(props: ListTableProps<T>) {
  return useIsDesktop() ? <Table {...props} /> : <Cards {...props} />
}
