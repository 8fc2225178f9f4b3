import type { Role } from '@readroom/contracts/permissions'
import { paths } from '../lib/paths.ts'

export type NavLink = {
  label: string
  to: string
  /** Where the link is marked as the current one, when that is another address. */
  activeOn?: string
  /** Other addresses on which it is marked too. */
  alsoOn?: readonly string[]
  /** Marked on this address alone, not on those below it. */
  exact?: true
}

const readingTemplates: NavLink = { label: 'Reading templates', to: paths.readingTemplates }
const reports: NavLink = { label: 'TAT Reports', to: paths.tatReport }

/** The links of the top navigation, by role. */
export const navLinks: Record<Role, readonly NavLink[]> = {
  admin: [
    { label: 'Dashboard', to: paths.adminDashboard, exact: true },
    { label: 'Doctors', to: paths.adminDoctors },
    { label: 'Labs', to: paths.adminLabs },
    { label: 'Accounts', to: paths.adminUsers, alsoOn: [paths.importPeople] },
    reports,
    { label: 'Templates', to: paths.adminTemplates },
    readingTemplates,
    {
      label: 'System',
      to: paths.adminSystem,
      alsoOn: [paths.adminAudit, paths.adminSettings, paths.adminPrivacy, paths.adminIdentities],
    },
  ],
  lab_staff: [{ label: 'Dashboard', to: paths.lab, activeOn: paths.labDashboard, exact: true }, reports],
  doctor_account: [
    { label: 'Dashboard', to: paths.doctor, activeOn: paths.doctorDashboard, exact: true },
    reports,
    readingTemplates,
  ],
}

export function isActive({ to, activeOn = to, alsoOn = [], exact }: NavLink, pathname: string): boolean {
  if (alsoOn.includes(pathname)) return true
  return pathname === activeOn || (!exact && pathname.startsWith(`${activeOn}/`))
}
