import type { Role } from '@readroom/contracts/permissions'
import { useQuery } from '@tanstack/react-query'
import { countsOptions } from './worklist.queries.ts'
import type { WorklistFilters } from './worklist-url.ts'

/** Specification 8: what cannot be counted counts zero. */
const nothing = { total: 0, pending: 0, inprogress: 0, completed: 0, isCapped: false }

/** The counts of the tabs under the filters of the rows, and the role's statistics. */
export function useWorklistCounts(role: Role, filters: WorklistFilters) {
  const { data, isError } = useQuery(countsOptions(role, filters))
  return { counts: data ?? (isError ? nothing : undefined), summary: data?.summary }
}
