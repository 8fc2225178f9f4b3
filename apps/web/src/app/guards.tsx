import { dashboardPaths, type Role } from '@readroom/contracts/permissions'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '../lib/session.ts'
import { LoadingView } from './loading-view.tsx'
import { paths } from './paths.ts'

/** Nobody signed in: to the login page, remembering where to come back to. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, restoring } = useSession()
  const { pathname, search } = useLocation()
  if (restoring) return <LoadingView />
  if (!session) return <Navigate to={paths.login} replace state={{ from: pathname + search }} />
  return children
}

/** A role that is not allowed here goes to its own dashboard. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { session } = useSession()
  if (!session) return null
  if (!roles.includes(session.user.role)) return <Navigate to={dashboardPaths[session.user.role] ?? paths.login} replace />
  return children
}
