import type { StudyStatistics } from '@readroom/contracts/studies'
import { statusTable, tabOf } from '@readroom/contracts/study-workflow'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { readStatusCounts, type StatusCounts, statusCounts } from './study-counts.ts'
import { assignedToday, type Clock, receivedToday, type Viewer } from './worklist-filters.ts'

const Today = z.tuple([z.object({ uploadedToday: z.int(), todayAssigned: z.int() })])

function byCategory(counts: StatusCounts): StudyStatistics['byCategory'] {
  const sums = { pending: 0, inprogress: 0, completed: 0, final: 0 }
  for (const { status, count } of counts) sums[statusTable[status].category] += count
  return sums
}

const notReported = (counts: StatusCounts) =>
  counts.filter(({ status }) => tabOf(status) !== 'completed').reduce((sum, { count }) => sum + count, 0)

/** What the viewer's whole worklist holds, whatever is filtered. */
export async function readStatistics(db: Db, viewer: Viewer, clock: Clock): Promise<StudyStatistics> {
  const visible = visibleStudies(viewer)
  const [all, urgent, { rows }] = await Promise.all([
    readStatusCounts(db, statusCounts(viewer)),
    readStatusCounts(db, statusCounts(viewer, [sql`is_emergency`])),
    db.execute(sql`select
      (select count(*)::int from ${studies} where ${visible} and ${receivedToday(clock)}) as "uploadedToday",
      (select count(*)::int from ${studies} where ${visible} and ${assignedToday(viewer, clock)}) as "todayAssigned"`),
  ])
  return { byCategory: byCategory(all), urgentStudies: notReported(urgent), ...Today.parse(rows)[0] }
}
