import { dashboardPaths } from '@readroom/contracts/core/permissions'

/** Every address of the application. */
export const paths = {
  login: '/login',
  /** Followed by the link's token. */
  share: '/share',
  forgotPassword: '/forgot-password',
  changePassword: '/change-password',
  sessions: '/sessions',
  signInSecurity: '/sign-in-security',
  adminDashboard: dashboardPaths.admin,
  adminDoctors: '/admin/doctors',
  adminWeek: '/admin/week',
  adminGroups: '/admin/doctor-groups',
  adminLabs: '/admin/labs',
  adminUsers: '/admin/users',
  adminOrders: '/admin/orders',
  labOrders: '/lab/orders',
  adminTemplates: '/admin/report-templates',
  readingTemplates: '/reading-templates',
  adminSystem: '/admin/system',
  gettingStarted: '/admin/getting-started',
  adminAudit: '/admin/audit',
  adminSettings: '/admin/settings',
  adminDeadlines: '/admin/deadlines',
  adminConnections: '/admin/connections',
  adminDeliveries: '/admin/deliveries',
  adminFhir: '/admin/fhir',
  adminAssignment: '/admin/assignment',
  adminDigests: '/admin/digests',
  adminPrivacy: '/admin/privacy',
  adminIdentities: '/admin/identity-reviews',
  mergePatients: '/admin/identity-reviews/merge/:studyId',
  newLab: '/admin/new-lab',
  newDoctor: '/admin/new-doctor',
  newAdmin: '/admin/new-admin',
  importPeople: '/admin/import-people',
  adminEligibility: '/admin/eligibility',
  ownProfile: '/doctor/profile',
  /** Second address of the doctor registration. */
  registerDoctor: '/admin/doctors/register',
  labDashboard: dashboardPaths.lab_staff,
  doctorDashboard: dashboardPaths.doctor_account,
  turnaroundReport: '/reports/tat',
  workload: '/admin/workload',
  assignmentSimulation: '/admin/assignment/simulation',
  assignmentDecisions: '/admin/assignment/decisions',
  ownWorkload: '/doctor/workload',
  patient: '/patients/:patientId',
  reading: '/reading/:studyId',
  printPatient: '/patients/:patientId/print',
  signedReport: '/studies/:studyId/report',
  /** Opened by `/viewer/open`, with a cookie for one study instead of a session. */
  archiveViewer: '/archive-viewer/:studyId',
  /** Short addresses for these roles. They redirect to the dashboards. */
  lab: '/lab',
  doctor: '/doctor',
} as const

/** Returns the address of the list of a laboratory's staff, with a dialog open. */
export const staffPath = (labId: string, dialog: { dialog: string; user?: string }) =>
  `${paths.adminUsers}?${new URLSearchParams({ of: labId, ...dialog })}`

/** Returns the address of the list of laboratories, with the details of one open. */
export const labPath = (labId: string) => `${paths.adminLabs}?${new URLSearchParams({ dialog: 'view', lab: labId })}`

const withStudy = (path: string, patientId: string | null, studyId: string | undefined) =>
  path.replace(':patientId', encodeURIComponent(patientId ?? 'N/A')) + (studyId ? `?studyId=${studyId}` : '')

/** Returns the address of a patient's page, with one of their studies. A patient without an id is N/A. */
export const patientPath = (patientId: string | null, studyId: string | undefined) => withStudy(paths.patient, patientId, studyId)

/** Returns the address where the patient of a study is merged with another one. */
export const mergePath = (studyId: string, otherId?: string) =>
  paths.mergePatients.replace(':studyId', studyId) + (otherId === undefined ? '' : `?${new URLSearchParams({ other: otherId })}`)

/** Returns the address of the printable page. It prints itself once it is loaded. */
export const printPath = (patientId: string | null, studyId: string) =>
  `${withStudy(paths.printPatient, patientId, studyId)}&auto=1`

/** Returns the address for reading a study. `list` holds the parameters of the list it was opened from, which also gives the next study. */
export const readingPath = (studyId: string, list: string) =>
  paths.reading.replace(':studyId', studyId) + (list === '' ? '' : `?${new URLSearchParams({ list })}`)

/** Returns the address of the audit log with everyone who viewed or downloaded something of the patient of a study. */
export const viewersPath = (studyId: string) => `${paths.adminAudit}?${new URLSearchParams({ recordOf: studyId, kind: 'look' })}`
/** Returns the address of a study's signed report. */
export const signedReportPath = (studyId: string) => paths.signedReport.replace(':studyId', studyId)
