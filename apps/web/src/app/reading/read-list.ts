import type { Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { fetchPage } from '../../features/worklist/worklist.queries.ts'
import { worklistRoles } from '../../features/worklist/worklist-roles.ts'
import { queryOf, readWorklistUrl } from '../../features/worklist/worklist-url.ts'

/** Nobody reads further than this from one list. */
const mostPages = 10

/** The studies of a list, by its address parameters, in its order. */
export async function readWholeList(role: Role, list: string): Promise<WorklistRow[]> {
  const query = queryOf(readWorklistUrl(new URLSearchParams(list), worklistRoles[role]))
  const rows: WorklistRow[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await fetchPage(role, query, cursor, { background: true })
    rows.push(...page.data)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return rows
}
