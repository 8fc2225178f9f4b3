import { Check, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

type Props = { tone: 'error' | 'success' | 'notice'; children: ReactNode; className?: string }

const looks = { success: 'bg-green-wash text-green-fg', notice: 'bg-accent-wash text-accent-text' }

/** Renders the result of a form. Screen readers announce it when it appears. */
export function FormMessage({ tone, children, className }: Props) {
  if (tone === 'error') {
    return (
      <div role="alert" className={cx('rounded-sm bg-red-wash px-3 py-2.5 break-words text-red-fg', className)}>
        {children}
      </div>
    )
  }
  const Icon = tone === 'success' ? Check : Info
  return (
    <div role="status" className={cx('flex gap-2.5 rounded-sm px-3 py-2.5', looks[tone], className)}>
      <Icon size={16} className="mt-0.5 shrink-0" aria-hidden />
      {children}
    </div>
  )
}
