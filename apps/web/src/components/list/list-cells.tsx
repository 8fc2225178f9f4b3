import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** A text of a record; N/A where there is none. */
export function Text({ value, className }: { value: string | null; className?: string }) {
  const text = value?.trim()
  if (!text) return <span className={cx('block', className, 'text-text-3')}>N/A</span>
  return (
    <span data-full className={cx('block truncate', className)}>
      <bdi>{text}</bdi>
    </span>
  )
}

/** A record with its initial letter. */
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

/** What can be done with a row. Red only under the pointer: ten red words on a page would be a warning about nothing. */
export function RowAction({ destructive = false, ...props }: ButtonProps & { destructive?: boolean }) {
  return (
    <Button
      look="quiet"
      className={cx('px-2! max-lg:h-11 max-lg:px-3!', destructive && 'hover:bg-red-wash! hover:text-red-fg!')}
      {...props}
    />
  )
}
