import type { ComponentProps } from 'react'
import { cx } from '../../lib/cx.ts'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; size?: 'sm' | 'md' | 'touch' }

const sizes = { sm: 'size-6', md: 'size-7', touch: 'size-11' } as const

/** Renders a button with only an icon. Its label is announced by screen readers and shown on hover. */
export function IconButton({ label, size = 'md', className, type = 'button', ...props }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      data-tip={label}
      className={cx(
        'inline-grid shrink-0 place-items-center rounded-sm text-icon hover:bg-press hover:text-text disabled:text-text-disabled',
        sizes[size],
        className,
      )}
      {...props}
    />
  )
}
