import type { Role } from '@readroom/contracts/permissions'
import { type ComponentType, lazy, Suspense } from 'react'
import { Navigate, Route, Routes } from 'react-router-dom'
import { LoginPage } from '../features/auth/login-page.tsx'
import { RequireRole, RequireSession } from './guards.tsx'
import { LoadingView } from './loading-view.tsx'
import { paths } from './paths.ts'

const SignedInLayout = lazy(() => import('./signed-in-layout.tsx'))
const DashboardPage = lazy(() => import('./dashboard/dashboard-page.tsx'))

/** Pages behind the sign-in, with the roles that may open them. Each loads when it is opened. */
const pages: readonly { path: string; roles: readonly Role[]; Page: ComponentType }[] = [
  { path: paths.adminDashboard, roles: ['admin'], Page: DashboardPage },
  { path: paths.labDashboard, roles: ['lab_staff'], Page: DashboardPage },
  { path: paths.doctorDashboard, roles: ['doctor_account'], Page: DashboardPage },
]

const redirects: readonly { path: string; to: string }[] = [
  { path: '/', to: paths.login },
  { path: paths.lab, to: paths.labDashboard },
  { path: paths.doctor, to: paths.doctorDashboard },
  { path: '*', to: paths.login },
]

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingView />}>
      <Routes>
        <Route path={paths.login} element={<LoginPage />} />
        <Route
          element={
            <RequireSession>
              <SignedInLayout />
            </RequireSession>
          }
        >
          {pages.map(({ path, roles, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                <RequireRole roles={roles}>
                  <Page />
                </RequireRole>
              }
            />
          ))}
        </Route>
        {redirects.map(({ path, to }) => (
          <Route key={path} path={path} element={<Navigate to={to} replace />} />
        ))}
      </Routes>
    </Suspense>
  )
}
