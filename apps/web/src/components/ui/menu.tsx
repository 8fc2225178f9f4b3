import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type MenuProps = { trigger: ReactNode; label: string; children: ReactNode }

/** A menu that closes on a choice, on Esc and on a click outside. */
export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="enter-fast z-(--z-popover) min-w-44 rounded-md bg-raised p-1 shadow-pop"
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemClass =
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm outline-none data-highlighted:bg-hover max-lg:min-h-11'

type ItemProps = { icon?: ReactNode; children: ReactNode; hint?: string | undefined; onSelect: () => void }

export function MenuItem({ icon, children, hint, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={itemClass}>
      <span className="grid w-4 shrink-0 place-items-center text-icon">{icon}</span>
      <span>
        {children}
        {hint && <span className="block text-xs text-text-3">{hint}</span>}
      </span>
    </DropdownMenu.Item>
  )
}

/** An entry that leads to another page. */
export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}
