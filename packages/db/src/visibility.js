import { sql } from 'drizzle-orm'
import { studies } from './schema/studies.js'

const ofTab = (tab) => (tab === 'all' ? sql`true` : sql`${studies.tab} = ${tab}`)
const rowsOfRole = {
  admin: (_viewer, tab) => ofTab(tab),
  lab_staff: ({ labId }, tab) => sql`(${studies.labId} = ${labId} and ${ofTab(tab)})`,
  doctor_account: ({ doctorId }, tab) => {
    const key = tab === 'all' ? sql`${doctorId}` : sql`${doctorId}::text || ${`:${tab}`}`
    return sql`${studies.doctorKeys} @> array[${key}]::text[]`
  },
}
/** The one row check: which rows of `studies` the caller sees, of one tab. Goes into every list, count, search, export and lookup. */
export function visibleStudies(viewer, tab = 'all') {
  return rowsOfRole[viewer.role](viewer, tab)
}
/** The same check for a statement that is built once for a role: the viewer's ids are its placeholders `labId` and `doctorId`. */
export function visibleToRole(role) {
  return rowsOfRole[role]({ labId: sql.placeholder('labId'), doctorId: sql.placeholder('doctorId') }, 'all')
}
//# sourceMappingURL=visibility.js.map
