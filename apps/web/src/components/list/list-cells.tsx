import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** Renders a record's text, or N/A. */
export function Text({ value, className }: { value: string | null; className?: string }) {
  const text = value?.trim()
  if (!text) return <span className={cx('block', className, 'text-text-3')}>N/A</span>
  return (
    <span data-full className={cx('block truncate', className)}>
      <bdi>{text}</bdi>
    </span>
  )
}

/** Renders a record's name behind its initial letter. */
export function RecordName({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-sm bg-sunken text-sm font-semibold text-text-2"
      >
        {Array.from(name.trim())[0]?.toLocaleUpperCase()}
      </span>
      <div className="min-w-0 flex-1">
        <Text value={name} className="font-medium max-lg:text-lg max-lg:font-semibold max-lg:whitespace-normal" />
        <div className="text-xs text-text-3">{children}</div>
      </div>
    </div>
  )
}

/** Renders an action on a row. A destructive one is red only under the pointer, because many red labels on a page would look like warnings. */
export function RowAction({ destructive = false, ...props }: ButtonProps & { destructive?: boolean }) {
  return (
    <Button
      look="quiet"
      className={cx('px-2! max-lg:h-11 max-lg:px-3!', destructive && 'hover:bg-red-wash! hover:text-red-fg!')}
      {...props}
    />
  )
}
