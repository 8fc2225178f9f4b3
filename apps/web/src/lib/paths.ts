import { dashboardPaths } from '@readroom/contracts/permissions'

/** Every address of the page. */
export const paths = {
  login: '/login',
  /** With the link's token behind it. */
  share: '/share',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  sessions: '/sessions',
  signInSecurity: '/sign-in-security',
  adminDashboard: dashboardPaths.admin,
  adminDoctors: '/admin/doctors',
  adminLabs: '/admin/labs',
  adminUsers: '/admin/users',
  adminTemplates: '/admin/report-templates',
  readingTemplates: '/reading-templates',
  adminSystem: '/admin/system',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  adminPrivacy: '/admin/privacy',
  adminIdentities: '/admin/identity-reviews',
  newLab: '/admin/new-lab',
  newDoctor: '/admin/new-doctor',
  newAdmin: '/admin/new-admin',
  importPeople: '/admin/import-people',
  ownProfile: '/doctor/profile',
  /** The specification's other address of the doctor registration. */
  registerDoctor: '/admin/doctors/register',
  labDashboard: dashboardPaths.lab_staff,
  doctorDashboard: dashboardPaths.doctor_account,
  tatReport: '/reports/tat',
  patient: '/patients/:patientId',
  reading: '/reading/:studyId',
  printPatient: '/patients/:patientId/print',
  signedReport: '/studies/:studyId/report',
  /** Opened by `/viewer/open`, with a cookie for one study instead of a session. */
  archiveViewer: '/archive-viewer/:studyId',
  /** The navigation's short entries of these roles; they lead to the dashboards. */
  lab: '/lab',
  doctor: '/doctor',
} as const

/** The accounts of a laboratory's staff, with a dialog over them. */
export const staffPath = (labId: string, dialog: { dialog: string; user?: string }) =>
  `${paths.adminUsers}?${new URLSearchParams({ of: labId, ...dialog })}`

const withStudy = (path: string, patientId: string | null, studyId: string | undefined) =>
  path.replace(':patientId', encodeURIComponent(patientId ?? 'N/A')) + (studyId ? `?studyId=${studyId}` : '')

/** The page of a patient, with one of their studies. A patient without an id is N/A. */
export const patientPath = (patientId: string | null, studyId: string | undefined) => withStudy(paths.patient, patientId, studyId)

/** The same for paper; it is printed once it is there. */
export const printPath = (patientId: string | null, studyId: string) =>
  `${withStudy(paths.printPatient, patientId, studyId)}&auto=1`

/** Where a study is read. `list`: the address parameters of the list that the reader came from, whose next study follows. */
export const readingPath = (studyId: string, list: string) =>
  paths.reading.replace(':studyId', studyId) + (list === '' ? '' : `?${new URLSearchParams({ list })}`)

/** The page of what was signed of a study. */
export const signedReportPath = (studyId: string) => paths.signedReport.replace(':studyId', studyId)
