import type { StudyStatistics } from '@readroom/contracts/studies'
import { StudyStatus, statusTable, tabOf } from '@readroom/contracts/study-workflow'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { countsOf } from './study-counts.ts'
import { assignedToday, type Clock, receivedToday, type Viewer } from './worklist-filters.ts'

const Everything = z.array(z.object({ status: StudyStatus, count: z.int(), urgent: z.int() }))
const Today = z.tuple([z.object({ uploadedToday: z.int(), todayAssigned: z.int() })])

/** What the viewer's whole worklist holds, whatever is filtered. */
export async function readStatistics(db: Db, viewer: Viewer, clock: Clock): Promise<StudyStatistics> {
  const visible = visibleStudies(viewer)
  const [everything, today] = await Promise.all([
    db.execute(sql`select status, sum(n)::int as count, coalesce(sum(n) filter (where is_emergency), 0)::int as urgent
      from study_counts where ${countsOf(viewer)} group by status`),
    db.execute(sql`select
      (select count(*)::int from ${studies} where ${visible} and ${receivedToday(clock)}) as "uploadedToday",
      (select count(*)::int from ${studies} where ${visible} and ${assignedToday(viewer, clock)}) as "todayAssigned"`),
  ])
  const byCategory = { pending: 0, inprogress: 0, completed: 0, final: 0 }
  let urgentStudies = 0
  for (const { status, count, urgent } of Everything.parse(everything.rows)) {
    byCategory[statusTable[status].category] += count
    if (tabOf(status) !== 'completed') urgentStudies += urgent
  }
  return { byCategory, urgentStudies, ...Today.parse(today.rows)[0] }
}
