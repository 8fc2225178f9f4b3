import { dashboardPaths } from '@readroom/contracts/permissions'
import { adminPaths } from './admin-paths.ts'

/** Every address of the page. */
export const paths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  adminDashboard: dashboardPaths.admin,
  adminDoctors: adminPaths.doctors,
  adminLabs: adminPaths.labs,
  adminUsers: adminPaths.users,
  labDashboard: dashboardPaths.lab_staff,
  doctorDashboard: dashboardPaths.doctor_account,
  /** The navigation's short entries of these roles; they lead to the dashboards. */
  lab: '/lab',
  doctor: '/doctor',
  ...adminPaths,
  /** Where the specification's 'Add New Doctor' leads. */
  registerDoctor: '/admin/doctors/register',
} as const
