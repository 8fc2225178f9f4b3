import { dashboardPaths, type Role } from '@readroom/contracts/permissions'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { sessionStore, useSession } from '../lib/session/session.ts'
import { LoadingView } from './loading-view.tsx'

/** Nobody signed in: to the login page, remembering where to come back to. With a generated password: to change it first; without a second factor that the role needs: to set one up. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, restoring } = useSession()
  const { pathname, search } = useLocation()
  if (restoring) return <LoadingView />
  if (!session) {
    const farewell = sessionStore.farewell()
    const onPurpose = farewell !== null && farewell.reason === undefined
    return <Navigate to={paths.login} replace state={{ ...farewell, ...(!onPurpose && { from: pathname + search }) }} />
  }
  if (session.user.mustChangePassword && pathname !== paths.changePassword) return <Navigate to={paths.changePassword} replace />
  if (session.user.mustEnrol && !session.user.mustChangePassword && pathname !== paths.signInSecurity)
    return <Navigate to={paths.signInSecurity} replace />
  return children
}

/** A role that is not allowed here goes to its own dashboard. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { session } = useSession()
  if (!session) return null
  if (!roles.includes(session.user.role)) return <Navigate to={dashboardPaths[session.user.role] ?? paths.login} replace />
  return children
}
