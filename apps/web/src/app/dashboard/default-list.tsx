import type { Role } from '@readroom/contracts/permissions'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useDefaultList } from '../../features/saved-lists/use-lists.ts'
import { worklistRoles } from '../../features/worklist/worklist-roles.ts'
import { addressOf } from '../../features/worklist/worklist-view.ts'
import { LoadingView } from '../loading-view.tsx'

/**
 * An address that asks for nothing opens the user's default list, before anything else is shown or asked for. Where the list cannot be read, the worklist
 * opens as it is, and stays.
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
