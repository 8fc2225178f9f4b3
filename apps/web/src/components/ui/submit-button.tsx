import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from './button.tsx'

type Props = Pick<ButtonProps, 'disabled' | 'className' | 'form' | 'size'> & {
  label: string
  busyLabel: string
  busy: boolean
  /** The button removes something. */
  destructive?: boolean
}

const busyLooks = {
  primary: 'disabled:bg-accent! disabled:text-on-accent! disabled:opacity-80',
  danger: 'disabled:bg-urgent! disabled:text-on-urgent! disabled:opacity-80',
}

/** Renders the primary button of a form. While busy it keeps its colour and shows `busyLabel`. */
export function SubmitButton({ label, busyLabel, busy, disabled, destructive = false, className, size = 'lg', ...props }: Props) {
  return (
    <Button
      type="submit"
      look={destructive ? 'danger-solid' : 'primary'}
      size={size}
      disabled={busy || disabled}
      className={cx('max-lg:h-11', busy && busyLooks[destructive ? 'danger' : 'primary'], className)}
      {...props}
    >
      {busy ? busyLabel : label}
    </Button>
  )
}
