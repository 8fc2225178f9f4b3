import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { OpenReviews } from '../components/ui/open-reviews.tsx'
import { useOpenReviews } from '../lib/hooks/use-open-reviews.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session/session.ts'
import { groupOf, isActive } from './nav-links.ts'

/** Renders the tabs of the group that the page belongs to. Renders nothing for a page without group. */
export function PageTabs() {
  const { role, mustChangePassword, mustEnrol } = useUser()
  const { pathname } = useLocation()
  const reviews = useOpenReviews()
  const nav = useRef<HTMLElement>(null)
  const group = mustChangePassword || mustEnrol ? null : groupOf(role, pathname)
  // On a narrow screen the current tab can be beyond the edge.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  if (!group) return null
  return (
    <nav
      ref={nav}
      aria-label={group.label}
      className="flex shrink-0 items-end gap-5 overflow-x-auto border-b border-line bg-canvas px-4 whitespace-nowrap max-lg:h-11 print:hidden"
    >
      {group.tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={isActive(tab, pathname) ? 'page' : undefined}
          className="flex h-10 items-center border-b-2 border-transparent font-medium text-text-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text max-lg:h-11"
        >
          {tab.label}
          {tab.to === paths.adminIdentities && <OpenReviews count={reviews} />}
        </Link>
      ))}
    </nav>
  )
}
