import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../../lib/cx.ts'

type Props = { trigger: ReactNode; label: string; children: ReactNode; className?: string; align?: 'start' | 'end' }

/** Wraps a button that closes the popover. */
export const PopoverClose = Primitive.Close

export function Popover({ trigger, label, children, className, align = 'end' }: Props) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          aria-label={label}
          className={cx(
            'enter-fast z-(--z-popover) max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-md bg-raised shadow-pop outline-none',
            className,
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
