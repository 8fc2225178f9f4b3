import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { cx } from '../../lib/cx.ts'

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  outline: 'border-line-strong bg-surface text-text hover:bg-hover',
  quiet:
    'border-transparent text-text-2 hover:bg-hover hover:text-text disabled:border-transparent! disabled:hover:bg-transparent!',
  danger: 'border-line-strong bg-surface text-red-fg hover:bg-red-wash',
  'danger-solid': 'border-transparent bg-urgent text-on-urgent hover:brightness-95',
  link: 'border-transparent text-accent-text hover:underline px-1!',
} as const

const sizes = {
  sm: 'h-7 px-2.5 text-sm gap-1.5',
  lg: 'h-9 px-4 text-md gap-2',
  touch: 'h-11 px-4 text-lg gap-2',
} as const

export type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof looks; size?: keyof typeof sizes }

function buttonClass(look: keyof typeof looks = 'outline', size: keyof typeof sizes = 'sm') {
  return cx(
    'inline-flex shrink-0 items-center justify-center rounded-sm border font-medium whitespace-nowrap select-none',
    'disabled:text-text-disabled disabled:bg-transparent disabled:border-line disabled:hover:no-underline',
    looks[look],
    sizes[size],
  )
}

export function Button({ look, size, className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={cx(buttonClass(look, size), className)} {...props} />
}

/** Renders a link that looks like a button. */
export function ButtonLink({ look, size, className, ...props }: LinkProps & Pick<ButtonProps, 'look' | 'size' | 'className'>) {
  return <Link className={cx(buttonClass(look, size), className)} {...props} />
}
