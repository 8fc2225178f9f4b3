import { dashboardPaths } from '@readroom/contracts/permissions'
import { adminPaths } from '../lib/admin-paths.ts'

/** Every address of the page. */
export const paths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  sessions: '/sessions',
  adminDashboard: dashboardPaths.admin,
  adminDoctors: '/admin/doctors',
  adminLabs: '/admin/labs',
  adminUsers: '/admin/users',
  labDashboard: dashboardPaths.lab_staff,
  doctorDashboard: dashboardPaths.doctor_account,
  /** The navigation's short entries of these roles; they lead to the dashboards. */
  lab: '/lab',
  doctor: '/doctor',
  ...adminPaths,
  /** Where the specification's 'Add New Doctor' leads. */
  registerDoctor: '/admin/doctors/register',
} as const
