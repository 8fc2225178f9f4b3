import type { StudyStatistics } from '@readroom/contracts/studies'
import { StudyStatus, statusTable, tabOf } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { doctors, labs, users } from '../schema/accounts.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { assignable } from './doctors.ts'
import { totalsByStatus } from './study-counts.ts'
import { assignedToday, type Clock, receivedToday, type Viewer } from './worklist-filters.ts'

/** A row of the statement below. */
export const Figure = z.discriminatedUnion('of', [
  z.object({ of: z.literal('status'), status: StudyStatus, count: z.int(), urgent: z.int() }),
  z.object({ of: z.enum(['uploadedToday', 'todayAssigned', 'activeLabs', 'activeDoctors']), count: z.int() }),
])
type Figure = z.infer<typeof Figure>

/** Whom the studies come from and go to: an administrator's business. */
const people = sql`
    union all
    select 'activeLabs', null, count(*)::int, null from ${labs} where ${labs.isActive}
    union all
    select 'activeDoctors', null, count(*)::int, null from ${doctors} join ${users} on ${users.id} = ${doctors.userId} where ${assignable}`

/** The statement of what the viewer's whole worklist holds, whatever is filtered. In one piece: it is asked for with every change of a worklist. */
export function worklistStatistics(viewer: Viewer, clock: Clock): SQL {
  const visible = visibleStudies(viewer)
  return sql`
    select 'status' as of, * from (${totalsByStatus(viewer)}) total
    union all
    select 'uploadedToday', null, count(*)::int, null from ${studies} where ${visible} and ${receivedToday(clock)}
    union all
    select 'todayAssigned', null, count(*)::int, null from ${studies} where ${visible} and ${assignedToday(viewer, clock)}
    ${viewer.role === 'admin' ? people : sql``}`
}

/** What the viewer's whole worklist holds. */
export function statisticsOf({ role }: Viewer, figures: readonly Figure[]): StudyStatistics {
  const byCategory = { pending: 0, inprogress: 0, completed: 0, final: 0 }
  const byTab = { pending: 0, inprogress: 0, completed: 0 }
  const statistics: StudyStatistics = { byCategory, byTab, urgentStudies: 0, uploadedToday: 0, todayAssigned: 0 }
  for (const figure of figures) {
    if (figure.of !== 'status') statistics[figure.of] = figure.count
    else {
      byCategory[statusTable[figure.status].category] += figure.count
      const tab = tabOf(figure.status, role)
      byTab[tab] += figure.count
      if (tab !== 'completed') statistics.urgentStudies += figure.urgent
    }
  }
  return statistics
}
