import type { StudyStatistics } from '@readroom/contracts/studies'
import { StudyStatus, statusTable } from '@readroom/contracts/study-workflow'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import { studies } from '../schema/studies.ts'
import { visibleStudies } from '../visibility.ts'
import { assignedToday, type Clock, receivedToday, type Viewer } from './worklist-filters.ts'

const StatusCounts = z.array(z.object({ status: StudyStatus, count: z.int() }))
const Today = z.tuple([z.object({ uploadedToday: z.int(), urgentStudies: z.int(), todayAssigned: z.int() })])

async function countByCategory(db: Db, viewer: Viewer): Promise<StudyStatistics['byCategory']> {
  const { rows } = await db.execute(
    sql`select status, count(*)::int as count from ${studies} where ${visibleStudies(viewer)} group by status`,
  )
  const byCategory = { pending: 0, inprogress: 0, completed: 0, final: 0 }
  for (const { status, count } of StatusCounts.parse(rows)) byCategory[statusTable[status].category] += count
  return byCategory
}

/** What the viewer's whole worklist holds, whatever is filtered. */
export async function readStatistics(db: Db, viewer: Viewer, clock: Clock): Promise<StudyStatistics> {
  const visible = visibleStudies(viewer)
  const [byCategory, { rows }] = await Promise.all([
    countByCategory(db, viewer),
    db.execute(sql`select
      (select count(*)::int from ${studies} where ${visible} and ${receivedToday(clock)}) as "uploadedToday",
      (select count(*)::int from ${studies} where ${visible} and ${studies.isEmergency} and ${studies.tab} <> 'completed') as "urgentStudies",
      (select count(*)::int from ${studies} where ${visible} and ${assignedToday(viewer, clock)}) as "todayAssigned"`),
  ])
  return { byCategory, ...Today.parse(rows)[0] }
}
