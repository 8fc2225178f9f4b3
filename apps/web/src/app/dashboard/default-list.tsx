import type { Role } from '@readroom/contracts/core/permissions'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { worklistRoles } from '../../features/worklist/list/worklist-roles.ts'
import { addressOf } from '../../features/worklist/rows/worklist-view.ts'
import { useDefaultList } from '../../features/worklist/saved-lists/use-lists.ts'
import { LoadingView } from '../loading-view.tsx'

/**
 * Opens the user's default list if the address has no query. Shows and fetches nothing else until then. If the list can't be loaded, opens the plain
 * worklist and doesn't try again.
 */
export function DefaultList({ role, children }: { role: Role; children: ReactNode }) {
  const { search } = useLocation()
  const { list, isLate } = useDefaultList()
  const [goesWithout, setGoesWithout] = useState(false)
  if (isLate && !goesWithout) setGoesWithout(true)
  if (search !== '' || goesWithout) return children
  if (list === undefined) return <LoadingView />
  const address = list?.query && addressOf(list.query, list._id, worklistRoles[role])
  return address ? <Navigate replace to={{ search: address.toString() }} /> : children
}
