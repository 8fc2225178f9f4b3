import { type Role, roles } from '@readroom/contracts/core/permissions'
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { LoginPage } from '../features/access/sign-in/login-page.tsx'
import { paths } from '../lib/paths.ts'
import { RequireRole, RequireSession } from './guards.tsx'
import { LoadingView } from './loading-view.tsx'
import { useShownPage } from './page-change.tsx'

const SignedInLayout = lazy(() => import('./signed-in-layout.tsx'))
const NavLayout = lazy(() => import('./nav-layout.tsx'))
const DashboardPage = lazy(() => import('./dashboard/dashboard-page.tsx'))
const ForgotPasswordPage = lazy(() => import('../features/access/password-recovery/forgot-password-page.tsx'))
const ArchiveViewerPage = lazy(() => import('../features/images/archive-viewer/archive-viewer-page.tsx'))
const SharedStudyPage = lazy(() => import('../features/studies/sharing/shared-study-page.tsx'))
const LabsPage = lazy(() => import('../features/people/labs/labs-page.tsx'))
const NewLabPage = lazy(() => import('../features/people/labs/new-lab-page.tsx'))
const DoctorsPage = lazy(() => import('../features/people/doctors/doctors-page.tsx'))
const NewDoctorPage = lazy(() => import('../features/people/doctors/new-doctor-page.tsx'))
const FhirClientsPage = lazy(() => import('../features/fhir/clients/fhir-clients-page.tsx'))
const Hl7Page = lazy(() => import('../features/orders/hl7/hl7-page.tsx'))
const OrdersPage = lazy(() => import('../features/orders/orders/orders-page.tsx'))
const GroupsPage = lazy(() => import('../features/people/groups/groups-page.tsx'))
const EligibilityPage = lazy(() => import('../features/people/eligibility/eligibility-page.tsx'))
const WeekPage = lazy(() => import('../features/people/presence/week-page.tsx'))
const UsersPage = lazy(() => import('../features/people/users/users-page.tsx'))
const DeliveriesPage = lazy(() => import('../features/reports/deliveries/deliveries-page.tsx'))
const ReportTemplatesPage = lazy(() => import('../features/reports/report-templates/report-templates-page.tsx'))
const ReadingTemplatesPage = lazy(() => import('../features/reading/parts/templates/reading-templates-page.tsx'))
const SystemPage = lazy(() => import('../features/operations/system/system-page.tsx'))
const GettingStartedPage = lazy(() => import('../features/operations/first-steps/getting-started-page.tsx'))
const AuditPage = lazy(() => import('../features/operations/audit/audit-page.tsx'))
const SettingsPage = lazy(() => import('../features/operations/settings/settings-page.tsx'))
const DeadlineRulesPage = lazy(() => import('../features/studies/deadline-rules/deadline-rules-page.tsx'))
const PrivacyPage = lazy(() => import('../features/privacy/privacy-page.tsx'))
const IdentityReviewsPage = lazy(() => import('../features/patients/identity-reviews/identity-reviews-page.tsx'))
const MergePage = lazy(() => import('../features/patients/identity-reviews/merge-page.tsx'))
const NewAdminPage = lazy(() => import('../features/people/users/new-admin-page.tsx'))
const ChangePasswordPage = lazy(() => import('../features/access/change-password/change-password-page.tsx'))
const LinkedPatientPage = lazy(() => import('./patients/linked-patient-page.tsx'))
const PrintPage = lazy(() => import('../features/patients/record/print/print-page.tsx'))
const ReadingRoute = lazy(() => import('./reading-route.tsx'))
const SignedReportRoute = lazy(() => import('./signed-report-route.tsx'))
const TurnaroundPage = lazy(() => import('../features/turnaround/turnaround-page.tsx'))
const AutomaticAssignmentPage = lazy(() => import('../features/turnaround/assignment/assignment-page.tsx'))
const WorkloadPage = lazy(() => import('../features/turnaround/workload/workload-page.tsx'))
const DecisionsPage = lazy(() => import('../features/turnaround/decisions/decisions-page.tsx'))
const SimulationPage = lazy(() => import('../features/turnaround/simulation/simulation-page.tsx'))
const OwnWorkloadPage = lazy(() => import('../features/turnaround/workload/own-workload-page.tsx'))
const ImportPage = lazy(() => import('../features/people/people-import/import-page.tsx'))
const DigestsPage = lazy(() => import('../features/turnaround/digests/digests-page.tsx'))
const OwnProfilePage = lazy(() => import('../features/people/doctors/own-profile-page.tsx'))
const SignInSecurityPage = lazy(() => import('../features/access/second-factor/sign-in-security-page.tsx'))
const SessionsPage = lazy(() => import('../features/access/sessions/sessions-page.tsx'))

type SignedInPage = { path: string; roles: readonly Role[]; Page: ComponentType }

/** The pages behind the sign-in and the roles that may open them. Each page is loaded when it is opened. */
const pages: readonly SignedInPage[] = [
  { path: paths.adminDashboard, roles: ['admin'], Page: DashboardPage },
  { path: paths.labDashboard, roles: ['lab_staff'], Page: DashboardPage },
  { path: paths.doctorDashboard, roles: ['doctor_account'], Page: DashboardPage },
  { path: paths.changePassword, roles, Page: ChangePasswordPage },
  { path: paths.sessions, roles, Page: SessionsPage },
  { path: paths.signInSecurity, roles, Page: SignInSecurityPage },
  { path: paths.turnaroundReport, roles, Page: TurnaroundPage },
  { path: paths.workload, roles: ['admin'], Page: WorkloadPage },
  { path: paths.assignmentDecisions, roles: ['admin'], Page: DecisionsPage },
  { path: paths.assignmentSimulation, roles: ['admin'], Page: SimulationPage },
  { path: paths.ownWorkload, roles: ['doctor_account'], Page: OwnWorkloadPage },
  { path: paths.patient, roles, Page: LinkedPatientPage },
  { path: paths.adminLabs, roles: ['admin'], Page: LabsPage },
  { path: paths.adminDoctors, roles: ['admin'], Page: DoctorsPage },
  { path: paths.adminGroups, roles: ['admin'], Page: GroupsPage },
  { path: paths.adminEligibility, roles: ['admin'], Page: EligibilityPage },
  { path: paths.adminWeek, roles: ['admin'], Page: WeekPage },
  { path: paths.adminUsers, roles: ['admin'], Page: UsersPage },
  { path: paths.adminOrders, roles: ['admin'], Page: OrdersPage },
  { path: paths.labOrders, roles: ['lab_staff'], Page: OrdersPage },
  { path: paths.importPeople, roles: ['admin'], Page: ImportPage },
  { path: paths.ownProfile, roles: ['doctor_account'], Page: OwnProfilePage },
  { path: paths.adminTemplates, roles: ['admin'], Page: ReportTemplatesPage },
  { path: paths.readingTemplates, roles: ['admin', 'doctor_account'], Page: ReadingTemplatesPage },
  { path: paths.adminSystem, roles: ['admin'], Page: SystemPage },
  { path: paths.gettingStarted, roles: ['admin'], Page: GettingStartedPage },
  { path: paths.adminAudit, roles: ['admin'], Page: AuditPage },
  { path: paths.adminSettings, roles: ['admin'], Page: SettingsPage },
  { path: paths.adminDeadlines, roles: ['admin'], Page: DeadlineRulesPage },
  { path: paths.adminConnections, roles: ['admin'], Page: Hl7Page },
  { path: paths.adminDeliveries, roles: ['admin'], Page: DeliveriesPage },
  { path: paths.adminFhir, roles: ['admin'], Page: FhirClientsPage },
  { path: paths.adminAssignment, roles: ['admin'], Page: AutomaticAssignmentPage },
  { path: paths.adminDigests, roles: ['admin'], Page: DigestsPage },
  { path: paths.adminPrivacy, roles: ['admin'], Page: PrivacyPage },
  { path: paths.adminIdentities, roles: ['admin'], Page: IdentityReviewsPage },
  { path: paths.mergePatients, roles: ['admin'], Page: MergePage },
]

/** Pages without the top navigation, because they need the whole window, must be left on purpose, or are printed. */
const fullPages: readonly SignedInPage[] = [
  { path: paths.newLab, roles: ['admin'], Page: NewLabPage },
  { path: paths.newDoctor, roles: ['admin'], Page: NewDoctorPage },
  { path: paths.newAdmin, roles: ['admin'], Page: NewAdminPage },
  { path: paths.signedReport, roles, Page: SignedReportRoute },
  { path: paths.printPatient, roles, Page: PrintPage },
  { path: paths.reading, roles: ['doctor_account', 'admin'], Page: ReadingRoute },
]

const redirects: readonly { path: string; to: string }[] = [
  { path: '/', to: paths.login },
  { path: paths.lab, to: paths.labDashboard },
  { path: paths.doctor, to: paths.doctorDashboard },
  { path: paths.registerDoctor, to: paths.newDoctor },
  { path: '*', to: paths.login },
]

const toRoute = ({ path, roles, Page }: SignedInPage) => (
  <Route
    key={path}
    path={path}
    element={
      <RequireRole roles={roles}>
        <Page />
      </RequireRole>
    }
  />
)

export function AppRoutes() {
  useShownPage()
  return (
    <Suspense fallback={<LoadingView />}>
      <Routes>
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path={paths.archiveViewer} element={<ArchiveViewerPage />} />
        <Route path={`${paths.share}/:token?`} element={<SharedStudyPage />} />
        <Route
          element={
            <RequireSession>
              <SignedInLayout />
            </RequireSession>
          }
        >
          <Route element={<NavLayout />}>{pages.map(toRoute)}</Route>
          {fullPages.map(toRoute)}
        </Route>
        {redirects.map(({ path, to }) => (
          <Route key={path} path={path} element={<Navigate to={to} replace />} />
        ))}
      </Routes>
    </Suspense>
  )
}
