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
}

const readingTemplates: NavLink = { label: 'Report templates', to: paths.readingTemplates }
const reports: NavLink = { label: 'TAT Reports', to: paths.turnaroundReport }

/** The links of the top navigation for each role. */
export const navLinks: Record<Role, readonly NavLink[]> = {
  admin: [
    { label: 'Dashboard', to: paths.adminDashboard, exact: true },
    { label: 'Orders', to: paths.adminOrders },
    { label: 'Doctors', to: paths.adminDoctors, alsoOn: [paths.adminWeek, paths.adminGroups, paths.adminEligibility] },
    { label: 'Labs', to: paths.adminLabs },
    { label: 'Accounts', to: paths.adminUsers, alsoOn: [paths.importPeople] },
    reports,
    { label: 'Workload', to: paths.workload, alsoOn: [paths.assignmentSimulation] },
    { label: 'Word templates', to: paths.adminTemplates },
    readingTemplates,
    {
      label: 'System',
      to: paths.adminSystem,
      alsoOn: [
        paths.adminAudit,
        paths.adminSettings,
        paths.adminDeadlines,
        paths.adminConnections,
        paths.adminDeliveries,
        paths.adminAssignment,
        paths.adminDigests,
        paths.adminPrivacy,
        paths.adminIdentities,
        paths.gettingStarted,
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

export function isActive({ to, activeOn = to, alsoOn = [], exact }: NavLink, pathname: string): boolean {
  if (alsoOn.includes(pathname)) return true
  return pathname === activeOn || (!exact && pathname.startsWith(`${activeOn}/`))
}
