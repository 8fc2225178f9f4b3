import { LoaderCircle } from 'lucide-react'
import { cx } from '../../lib/cx.ts'

type Props = { children?: string; className?: string }

/** Tells the user that something loads, with a spinner. */
export function Loading({ children = 'Loading...', className }: Props) {
  return (
    <p role="status" className={cx('flex items-center gap-2 text-text-2', className)}>
      <LoaderCircle size={16} className="shrink-0 animate-spin text-icon" aria-hidden />
      {children}
    </p>
  )
}
