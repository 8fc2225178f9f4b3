import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from './button.tsx'

type Props = Pick<ButtonProps, 'disabled' | 'className' | 'form' | 'size'> & { label: string; busyLabel: string; busy: boolean }

/** The primary button of a form; while busy it keeps its colour and says what it does. */
export function SubmitButton({ label, busyLabel, busy, disabled, className, size = 'lg', ...props }: Props) {
  return (
    <Button
      type="submit"
      look="primary"
      size={size}
      disabled={busy || disabled}
      className={cx('max-lg:h-11', busy && 'disabled:bg-accent! disabled:text-on-accent! disabled:opacity-80', className)}
      {...props}
    >
      {busy ? busyLabel : label}
    </Button>
  )
}
