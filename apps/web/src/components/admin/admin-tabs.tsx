import { NavLink } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'

const tabs = [
  { label: 'System', to: paths.adminSystem },
  { label: 'Audit', to: paths.adminAudit },
  { label: 'Settings', to: paths.adminSettings },
  { label: 'Privacy', to: paths.adminPrivacy },
]

/** The pages of whoever looks after the installation. */
export function AdminTabs() {
  return (
    <nav aria-label="System" className="flex shrink-0 items-end gap-5 border-b border-line bg-canvas px-4 max-lg:h-11">
      {tabs.map(({ label, to }) => (
        <NavLink
          key={to}
          to={to}
          className="flex h-10 items-center border-b-2 border-transparent font-medium text-text-2 hover:text-text aria-[current=page]:border-accent aria-[current=page]:text-text max-lg:h-11"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
