import type { Tab } from '@readroom/contracts/study-workflow'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import { studies } from './schema/studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

const ofTab = (tab: Tab) => (tab === 'all' ? sql`true` : sql`${studies.tab} = ${tab}`)

type ViewerIds = { labId: string | null | Placeholder; doctorId: string | null | Placeholder }

const rowsOfRole: Record<Actor['role'], (ids: ViewerIds, tab: Tab) => SQL> = {
  admin: (_viewer, tab) => ofTab(tab),
  lab_staff: ({ labId }, tab) => sql`(${studies.labId} = ${labId} and ${ofTab(tab)})`,
  doctor_account: ({ doctorId }, tab) => {
    const key = tab === 'all' ? sql`${doctorId}` : sql`${doctorId}::text || ${`:${tab}`}`
    return sql`${studies.doctorKeys} @> array[${key}]::text[]`
  },
}

/** The one row check: which rows of `studies` the caller sees, of one tab. Goes into every list, count, search, export and lookup. */
export function visibleStudies(viewer: Viewer, tab: Tab = 'all'): SQL {
  return rowsOfRole[viewer.role](viewer, tab)
}

/** The same check for a statement that is built once for a role: the viewer's ids are its placeholders `labId` and `doctorId`. */
export function visibleToRole(role: Actor['role']): SQL {
  return rowsOfRole[role]({ labId: sql.placeholder('labId'), doctorId: sql.placeholder('doctorId') }, 'all')
}
