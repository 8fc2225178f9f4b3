import { DropdownMenu } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Kbd } from './kbd.tsx'

type MenuProps = { trigger: ReactNode; label: string; children: ReactNode }

type ListProps = Pick<MenuProps, 'label' | 'children'> & {
  align: 'start' | 'end'
  onCloseAutoFocus?: (event: Event) => void
}

function List({ label, children, ...props }: ListProps) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        sideOffset={6}
        collisionPadding={8}
        aria-label={label}
        className="enter-fast z-(--z-popover) max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-md bg-raised p-1 shadow-pop"
        onClick={(event) => event.stopPropagation()}
        {...props}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}

/** Renders a menu that closes on a choice, on Esc and on a click outside. */
export function Menu({ trigger, label, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <List label={label} align="end">
        {children}
      </List>
    </DropdownMenu.Root>
  )
}

type MenuAtProps = Pick<MenuProps, 'label' | 'children'> & {
  /** The element the menu belongs to, which gets the focus back. The menu is open while it is set. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** How far into a wide anchor the menu opens at most, in pixels. */
const inset = 240

/** Renders a menu opened with the keyboard, below an element of the page. */
export function MenuAt({ anchor, label, children, onClose }: MenuAtProps) {
  const last = useRef(anchor)
  useEffect(() => {
    if (anchor) last.current = anchor
  }, [anchor])
  const box = anchor?.getBoundingClientRect()
  const place = box && { left: box.left + Math.min(inset, box.width / 2), top: box.bottom }
  const returnFocus = (event: Event) => {
    event.preventDefault()
    last.current?.focus({ preventScroll: true })
  }
  return (
    <DropdownMenu.Root open={anchor !== null} modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={place} />
      </DropdownMenu.Trigger>
      <List label={label} align="start" onCloseAutoFocus={returnFocus}>
        {children}
      </List>
    </DropdownMenu.Root>
  )
}

const itemClass =
  'flex min-h-8 items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm outline-none data-highlighted:bg-hover max-lg:min-h-11'

type ItemProps = {
  icon?: ReactNode
  children: ReactNode
  hint?: string | undefined
  /** The keys that do the same without the menu. */
  keys?: readonly string[] | undefined
  /** True for a choice that removes something for good. */
  isDestructive?: boolean
  onSelect: () => void
}

export function MenuItem({ icon, children, hint, keys = [], isDestructive = false, onSelect }: ItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={isDestructive ? `${itemClass} text-red-fg` : itemClass}>
      <span className="grid w-4 shrink-0 place-items-center text-icon">{icon}</span>
      <span>
        {children}
        {hint && <span className="block text-xs text-text-3">{hint}</span>}
      </span>
      {keys.length > 0 && (
        <span aria-hidden className="ml-auto pl-4 max-lg:hidden">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </DropdownMenu.Item>
  )
}

/** Renders a line between the entries above and those below. */
export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />

/** Renders a menu entry that leads to another page. */
export function MenuLink({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemClass}>
        {icon && <span className="grid w-4 shrink-0 place-items-center text-icon">{icon}</span>}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}
