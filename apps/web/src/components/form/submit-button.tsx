import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

/** The one primary button of a form; it keeps its colour while it is busy. */
export function SubmitButton({ busy, className, ...props }: ButtonProps & { busy: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      look="primary"
      disabled={busy}
      className={cx('disabled:bg-accent! disabled:text-on-accent! disabled:opacity-80 max-lg:h-11', className)}
      {...props}
    />
  )
}
