import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

type Props = { tone: 'error' | 'success'; children: ReactNode; className?: string }

/** What became of a form, read out as it appears. */
export function FormMessage({ tone, children, className }: Props) {
  if (tone === 'error') {
    return (
      <div role="alert" className={cx('rounded-sm bg-red-wash px-3 py-2.5 break-words text-red-fg', className)}>
        {children}
      </div>
    )
  }
  return (
    <div role="status" className={cx('flex gap-2.5 rounded-sm bg-green-wash px-3 py-2.5 text-green-fg', className)}>
      <Check size={16} className="mt-0.5 shrink-0" aria-hidden />
      {children}
    </div>
  )
}
