import type { StudyStatistics } from '@readroom/contracts/studies/studies'
import { StudyStatus, statusTable, tabOf } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import { assignable } from '../access/assignable.ts'
import type { Caller } from '../core/actor.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { studies } from '../studies/studies.schema.ts'
import { assignedToday, type Clock, receivedToday } from '../studies/study-filters.ts'
import { visibleStudies } from '../studies/visibility.ts'
import { totalsByStatus } from './study-counts.ts'

/** A row of the statement below. */
export const Figure = z.discriminatedUnion('of', [
  z.object({ of: z.literal('status'), status: StudyStatus, count: z.int(), urgent: z.int() }),
  z.object({ of: z.enum(['uploadedToday', 'todayAssigned', 'activeLabs', 'activeDoctors']), count: z.int() }),
])
type Figure = z.infer<typeof Figure>

/** The origin and destination of the studies: an administrator's business. */
const people = sql`
    union all
    select 'activeLabs', null, count(*)::int, null from ${labs} where ${labs.isActive}
    union all
    select 'activeDoctors', null, count(*)::int, null from ${doctors} join ${users} on ${users.id} = ${doctors.userId} where ${assignable}`

/** The statement of what the caller's whole worklist holds, whatever is filtered. In one piece: it is asked for with every change of a worklist. */
export function worklistStatistics(caller: Caller, clock: Clock): SQL {
  const visible = visibleStudies(caller)
  return sql`
    select 'status' as of, * from (${totalsByStatus(caller)}) total
    union all
    select 'uploadedToday', null, count(*)::int, null from ${studies} where ${visible} and ${receivedToday(clock)}
    union all
    select 'todayAssigned', null, count(*)::int, null from ${studies} where ${visible} and ${assignedToday(caller, clock)}
    ${caller.role === 'admin' ? people : sql``}`
}

/** The size of the caller's whole worklist. */
export function statisticsOf({ role }: Caller, figures: readonly Figure[]): StudyStatistics {
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
