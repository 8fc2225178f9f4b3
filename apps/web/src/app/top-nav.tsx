import { dashboardPaths } from '@readroom/contracts/core/permissions'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { Brand } from '../components/ui/brand.tsx'
import { IconButton } from '../components/ui/icon-button.tsx'
import { OpenReviews } from '../components/ui/open-reviews.tsx'
import { ShownZone } from '../components/ui/shown-zone.tsx'
import { LiveBadge } from '../components/ui/state-badges.tsx'
import { cx } from '../lib/cx.ts'
import { useNow } from '../lib/hooks/use-now.ts'
import { useOpenReviews } from '../lib/hooks/use-open-reviews.ts'
import { useFullName } from '../lib/hooks/use-profile.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session/session.ts'
import { isActive, type NavLink, navLinks } from './nav-links.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import { useSettings } from './use-settings.ts'
import { UserMenu } from './user-menu.tsx'

/** Returns the greeting: morning for hours 5 to 11, afternoon for 12 to 17, otherwise evening. */
export function greetingAt(hour: number): string {
  if (hour >= 5 && hour <= 11) return 'Good morning'
  if (hour >= 12 && hour <= 17) return 'Good afternoon'
  return 'Good evening'
}

/** Returns a role's name as the navigation shows it. */
const roleLabel = (role: string) => role.replaceAll('_', ' ')

function NavLinks({ links, onFollow, itemClass }: { links: readonly NavLink[]; onFollow?: () => void; itemClass: string }) {
  const { pathname } = useLocation()
  const reviews = useOpenReviews()
  return links.map((link) => {
    const active = isActive(link, pathname)
    return (
      <Link
        key={link.to}
        to={link.to}
        onClick={onFollow}
        aria-current={active ? 'page' : undefined}
        className={cx(itemClass, active ? 'bg-press text-text' : 'text-text-2 hover:bg-hover hover:text-text')}
      >
        {link.label}
        {link.to === paths.adminSystem && <OpenReviews count={reviews} />}
      </Link>
    )
  })
}

/** Closes an open menu on Esc, before the page behind it receives the key. */
function useCloseOnEsc(open: boolean, close: () => void) {
  const onEsc = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onEsc()
    }
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [open])
}

export function TopNav() {
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { pathname } = useLocation()
  const fullName = useFullName()
  const now = useNow(60_000)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)
  useCloseOnEsc(open, () => {
    close()
    button.current?.focus()
  })
  const greeting = greetingAt(now.getHours())
  useSettings()
  const links = mustChangePassword || mustEnrol ? [] : (navLinks[role] ?? [])

  return (
    <header className="relative z-(--z-nav) shrink-0 border-b border-line bg-surface print:hidden">
      <div className="flex h-12 items-center gap-2 px-4">
        <Brand className="mr-4 text-lg max-xl:mr-1" />
        <nav aria-label="Main" className="flex gap-1 whitespace-nowrap max-xl:gap-0 max-lg:hidden">
          <NavLinks links={links} itemClass="rounded-sm px-2.5 py-1 max-xl:px-1.5 font-medium" />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-2">
          {pathname === dashboardPaths[role] && <LiveBadge className="mr-1 text-sm lg:hidden" />}
          <span className="max-lg:hidden">
            <ThemeToggle />
          </span>
          <span className="mx-1 h-5 border-l border-line-strong max-lg:hidden" />
          <div className="min-w-0 text-right leading-tight">
            <p className={cx('truncate text-text-2', links.length > 4 ? 'max-xl:hidden' : 'max-lg:hidden')}>
              {greeting}, <bdi className="font-semibold text-text">{fullName}</bdi>
            </p>
            <ShownZone className="text-2xs break-words text-text-3" />
          </div>
          <span
            className={cx(
              'rounded-sm border border-line-strong px-1.5 text-xs text-text-2',
              links.length > 4 ? 'max-xl:hidden' : 'max-lg:hidden',
            )}
          >
            {roleLabel(role)}
          </span>
          <UserMenu fullName={fullName} role={roleLabel(role)} />
          <IconButton
            ref={button}
            label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            size="touch"
            className="-mr-2.5 lg:hidden"
            onClick={() => setOpen(!open)}
          >
            {open ? <X size={20} /> : <MenuIcon size={20} />}
          </IconButton>
        </div>
      </div>
      {/* A tap beside the menu only closes it and doesn't reach the page below. */}
      {open && <div className="absolute inset-x-0 top-full h-dvh lg:hidden" aria-hidden onClick={close} />}
      {open && (
        <div className="enter-fast absolute inset-x-0 top-full border-b border-line bg-surface p-2 shadow-pop lg:hidden">
          <p className="px-3 py-2 text-text-2">
            {greeting}, <bdi className="font-semibold text-text">{fullName}</bdi>
          </p>
          <nav aria-label="Main" className="grid">
            <NavLinks links={links} onFollow={close} itemClass="flex min-h-11 items-center rounded-sm px-3 text-lg font-medium" />
          </nav>
          <ThemeToggle wide />
        </div>
      )}
    </header>
  )
}
