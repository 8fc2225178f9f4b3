import type { Role } from '@readroom/contracts/core/permissions'
import { paths } from '../lib/paths.ts'

export type NavLink = {
  label: string
  to: string
  /** The address that marks the link as current, if it differs from `to`. */
  activeOn?: string
  /** Further addresses that mark the link as current. */
  alsoOn?: readonly string[]
  /** Marks the link on this address only, not on those below it. */
  exact?: true
  /** The pages of a group, shown as tabs below the top navigation. Each of them marks the link as current. */
  tabs?: readonly NavLink[]
}

const readingTemplates: NavLink = { label: 'Report templates', to: paths.readingTemplates }
const reports: NavLink = { label: 'TAT Reports', to: paths.turnaroundReport }

/** The links of the top navigation for each role. Administrators have many pages, so theirs are grouped by job. */
export const navLinks: Record<Role, readonly NavLink[]> = {
  admin: [
    { label: 'Dashboard', to: paths.adminDashboard, exact: true },
    {
      label: 'Orders',
      to: paths.adminOrders,
      tabs: [
        { label: 'Orders', to: paths.adminOrders },
        { label: 'Connections', to: paths.adminConnections },
        { label: 'Deliveries', to: paths.adminDeliveries },
        { label: 'FHIR', to: paths.adminFhir },
      ],
    },
    {
      label: 'People',
      to: paths.adminDoctors,
      tabs: [
        { label: 'Doctors', to: paths.adminDoctors },
        { label: 'Groups', to: paths.adminGroups },
        { label: 'Week', to: paths.adminWeek },
        { label: 'Spreadsheet', to: paths.adminEligibility },
        { label: 'Labs', to: paths.adminLabs },
        { label: 'Accounts', to: paths.adminUsers, alsoOn: [paths.importPeople] },
      ],
    },
    {
      label: 'Workload',
      to: paths.workload,
      tabs: [
        { label: 'Workload', to: paths.workload },
        { label: 'Assignment', to: paths.adminAssignment },
        { label: 'Deadlines', to: paths.adminDeadlines },
        { label: 'Digests', to: paths.adminDigests },
      ],
    },
    reports,
    {
      label: 'Templates',
      to: paths.readingTemplates,
      tabs: [readingTemplates, { label: 'Word templates', to: paths.adminTemplates }],
    },
    {
      label: 'System',
      to: paths.adminSystem,
      tabs: [
        { label: 'System', to: paths.adminSystem },
        { label: 'Settings', to: paths.adminSettings },
        { label: 'Identities', to: paths.adminIdentities },
        { label: 'Privacy', to: paths.adminPrivacy },
        { label: 'Audit', to: paths.adminAudit },
        { label: 'Getting started', to: paths.gettingStarted },
      ],
    },
  ],
  lab_staff: [
    { label: 'Dashboard', to: paths.lab, activeOn: paths.labDashboard, exact: true },
    { label: 'Orders', to: paths.labOrders },
    reports,
  ],
  doctor_account: [
    { label: 'Dashboard', to: paths.doctor, activeOn: paths.doctorDashboard, exact: true },
    reports,
    { label: 'Workload', to: paths.ownWorkload },
    readingTemplates,
  ],
}

export function isActive({ to, activeOn = to, alsoOn = [], exact, tabs }: NavLink, pathname: string): boolean {
  if (tabs) return tabs.some((tab) => isActive(tab, pathname))
  if (alsoOn.includes(pathname)) return true
  return pathname === activeOn || (!exact && pathname.startsWith(`${activeOn}/`))
}

/** Returns the tabs of the group that a page belongs to. Null if it belongs to none. */
export function groupOf(role: Role, pathname: string): { label: string; tabs: readonly NavLink[] } | null {
  const link = navLinks[role].find((each) => isActive(each, pathname))
  return link?.tabs ? { label: link.label, tabs: link.tabs } : null
}
