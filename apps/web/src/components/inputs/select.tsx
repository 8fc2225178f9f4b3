import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

/** Renders a native select in our style. It works with every keyboard, screen reader and phone. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={cx('relative inline-flex', className)}>
      <select
        className="h-7 w-full appearance-none rounded-sm border border-line-strong bg-surface pr-7 pl-2.5 text-sm text-text max-lg:h-11"
        {...props}
      >
        {children}
      </select>
      <ChevronDown size={13} className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-icon" aria-hidden />
    </span>
  )
}
