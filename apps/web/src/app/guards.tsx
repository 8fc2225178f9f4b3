import { dashboardPaths, type Role } from '@readroom/contracts/core/permissions'
import { type ReactNode, useEffect, useState } from 'react'
import { matchPath, Navigate, useLocation } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { sessionStore, useSession, useUser } from '../lib/session/session.ts'
import { LoadingView } from './loading-view.tsx'

/** Returns true for pages that stay mounted under the sign-in form, so that unsaved text and the caret survive. */
const keepsPage = (pathname: string) => matchPath(paths.reading, pathname) !== null

/**
 * Redirects to the login page without a session, and back after sign-in. A page that must survive stays mounted under the sign-in form, for its own user
 * only. Redirects to the password page if the password was generated, and to the set-up page if the role needs a second factor that is missing.
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

/** Redirects a user whose role may not see this page to their own dashboard. */
export function RequireRole({ roles, children }: { roles: readonly Role[]; children: ReactNode }) {
  const { role } = useUser()
  if (!roles.includes(role)) return <Navigate to={dashboardPaths[role] ?? paths.login} replace />
  return children
}
