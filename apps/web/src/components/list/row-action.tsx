import { cx } from '../../lib/cx.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'

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
