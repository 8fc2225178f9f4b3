import { Check } from 'lucide-react'
import { cx } from '../../lib/cx.ts'

type Props = { tone: 'error' | 'success'; children: string; className?: string }

/** What became of a form, read out as it appears. */
export function FormMessage({ tone, children, className }: Props) {
  if (tone === 'error') {
    return (
      <p role="alert" className={cx('rounded-sm bg-red-wash px-3 py-2.5 text-red-fg', className)}>
        {children}
      </p>
    )
  }
  return (
    <p role="status" className={cx('flex gap-2.5 rounded-sm bg-green-wash px-3 py-2.5 text-green-fg', className)}>
      <Check size={16} className="mt-0.5 shrink-0" aria-hidden />
      {children}
    </p>
  )
}
