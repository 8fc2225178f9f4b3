import type { Role } from '@readroom/contracts/permissions'
import { paths } from './paths.ts'

export type NavLink = { label: string; to: string; activeOn: string }

/** The links of the top navigation, by role. */
export const navLinks: Record<Role, readonly NavLink[]> = {
  admin: [{ label: 'Dashboard', to: paths.adminDashboard, activeOn: paths.adminDashboard }],
  lab_staff: [{ label: 'Dashboard', to: paths.lab, activeOn: paths.labDashboard }],
  doctor_account: [{ label: 'Dashboard', to: paths.doctor, activeOn: paths.doctorDashboard }],
}
