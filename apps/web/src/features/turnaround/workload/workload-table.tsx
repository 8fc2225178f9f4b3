import type { ReactNode } from 'react'
import { cx } from '../../../lib/cx.ts'

export const tableClass = 'w-full border-collapse border-y border-line'
export const cell = 'px-2 py-2 first:pl-0 last:pr-0 max-sm:px-1'

type Props = { children: ReactNode; className?: string; tip?: string }

export function ColumnHead({ children, className, tip }: Props) {
  return (
    <th scope="col" data-tip={tip} className={cx(cell, 'text-left font-medium', className)}>
      {children}
    </th>
  )
}

export function NumberHead({ children, className, tip }: Props) {
  return (
    <th scope="col" data-tip={tip} className={cx(cell, 'text-right font-medium', className)}>
      {children}
    </th>
  )
}
