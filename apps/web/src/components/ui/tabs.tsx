import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { useOpenReviews } from '../../lib/hooks/use-open-reviews.ts'
import { paths } from '../../lib/paths.ts'

/** A tab of a dialog or page. */
export const tabTriggerClass =
  'flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-text-2 max-lg:h-11 data-[state=active]:border-accent data-[state=active]:text-text'

const tabs = [
  { label: 'System', to: paths.adminSystem },
  { label: 'Audit', to: paths.adminAudit },
  { label: 'Settings', to: paths.adminSettings },
  { label: 'Deadlines', to: paths.adminDeadlines },
  { label: 'Connections', to: paths.adminConnections },
  { label: 'Deliveries', to: paths.adminDeliveries },
  { label: 'Assignment', to: paths.adminAssignment },
  { label: 'Digests', to: paths.adminDigests },
  { label: 'Privacy', to: paths.adminPrivacy },
  { label: 'Identities', to: paths.adminIdentities },
  { label: 'Getting started', to: paths.gettingStarted },
]

/** Renders the number of open identity reviews and received changes. */
export function OpenReviews({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="num relative ml-1.5 rounded-full bg-urgent px-1.5 text-xs font-semibold text-on-urgent">
      {count}
      <span className="sr-only"> identity questions open</span>
    </span>
  )
}

/** Renders the tabs of the pages for administrators of the installation. */
export function AdminTabs() {
  const reviews = useOpenReviews()
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the current tab can be beyond the edge.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav.current && current) nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2
  }, [])
  return (
    <nav
      ref={nav}
      aria-label="System"
      className="flex shrink-0 items-end gap-5 overflow-x-auto border-b border-line bg-canvas px-4 whitespace-nowrap max-lg:h-11"
    >
      {tabs.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          className="flex h-10 items-center border-b-2 border-transparent font-medium text-text-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text max-lg:h-11"
        >
          {label}
          {to === paths.adminIdentities && <OpenReviews count={reviews} />}
        </NavLink>
      ))}
    </nav>
  )
}
