import { dashboardPaths, type Role } from '@readroom/contracts/permissions'
import { type ReactNode, useEffect, useState } from 'react'
import { matchPath, Navigate, useLocation } from 'react-router'
import { paths } from '../lib/paths.ts'
import { sessionStore, useSession, useUser } from '../lib/session/session.ts'
import { LoadingView } from './loading-view.tsx'

/** Pages that stand, covered, while their user signs in again: what is being written there keeps its text and caret. */
const keepsPage = (pathname: string) => matchPath(paths.reading, pathname) !== null

/**
 * Leads to the login page without a session, and back after signing in. A page that is kept stays below the sign-in instead, for its own user alone. With a generated password
 * leads to the page that changes it; without a second factor that the role needs, to the one that sets it up.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { session, restoring } = useSession()
  const { pathname, search } = useLocation()
  const [ownerId, setOwnerId] = useState<string | null>(null)
  const userId = session?.user._id ?? null
  useEffect(() => {
    if (userId !== null) setOwnerId(userId)
  }, [userId])
  if (restoring) return <LoadingView />
  if (!session) {
    const farewell = sessionStore.farewell()
    const onPurpose = farewell !== null && farewell.reason === undefined
    if (farewell && !onPurpose && ownerId === farewell.userId && keepsPage(pathname)) return children
    return <Navigate to={paths.login} replace state={{ ...farewell, ...(!onPurpose && { from: pathname + search }) }} />
  }
  const { mustChangePassword, mustEnrol, role } = session.user
  if (ownerId !== null && ownerId !== userId) return <Navigate to={dashboardPaths[role]} replace />
  if (mustChangePassword && pathname !== paths.changePassword) return <Navigate to={paths.changePassword} replace />
  if (mustEnrol && !mustChangePassword && pathname !== paths.signInSecurity) return <Navigate to={paths.signInSecurity} replace />
  return children
}

/** A role that is not allowed here goes to its own dashboard. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { role } = useUser()
  if (!roles.includes(role)) return <Navigate to={dashboardPaths[role] ?? paths.login} replace />
  return children
}
