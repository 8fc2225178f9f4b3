import type { Tab } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from './actor.ts'
import { studies } from './schema/studies.ts'

type Viewer = Pick<Actor, 'role' | 'labId' | 'doctorId'>

const ofTab = (tab: Tab) => (tab === 'all' ? sql`true` : sql`${studies.tab} = ${tab}`)

const rowsOfRole: Record<Actor['role'], (viewer: Viewer, tab: Tab) => SQL> = {
  admin: (_viewer, tab) => ofTab(tab),
  lab_staff: ({ labId }, tab) => sql`(${studies.labId} = ${labId} and ${ofTab(tab)})`,
  doctor_account: ({ doctorId }, tab) =>
    sql`${studies.doctorKeys} @> array[${tab === 'all' ? doctorId : `${doctorId}:${tab}`}]::text[]`,
}

/** The one row check: which rows of `studies` the caller sees, of one tab. Goes into every list, count, search, export and lookup. */
export function visibleStudies(viewer: Viewer, tab: Tab = 'all'): SQL {
  return rowsOfRole[viewer.role](viewer, tab)
}
