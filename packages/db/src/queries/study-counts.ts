import { StudyStatus } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../client.ts'
import type { Counted, Viewer } from './worklist-filters.ts'

const FOLD_LOCK = 7_266_105
const nil = '00000000-0000-0000-0000-000000000000'

const scopeOf: Record<Viewer['role'], (viewer: Viewer) => SQL> = {
  admin: () => sql`owner = ${nil}::uuid`,
  lab_staff: ({ labId }) => sql`owner = ${nil}::uuid and lab_id = ${labId}`,
  doctor_account: ({ doctorId }) => sql`owner = ${doctorId}`,
}

/** The rows of `study_totals` and `study_counts` that the viewer's studies are counted by. */
export const countsOf = (viewer: Viewer): SQL => scopeOf[viewer.role](viewer)

/** The statement that adds up how many of the viewer's studies have each status. */
export function statusCounts(viewer: Viewer, { conditions, inTotals }: Counted): SQL {
  const wanted = sql.join([countsOf(viewer), ...conditions], sql` and `)
  const table = sql.identifier(inTotals ? 'study_totals' : 'study_counts')
  return sql`select status, sum(n)::int as count from ${table} where ${wanted} group by status`
}

const StatusCounts = z.array(z.object({ status: StudyStatus, count: z.int() }))
type StatusCounts = z.infer<typeof StatusCounts>

export async function readStatusCounts(db: Db, statement: SQL): Promise<StatusCounts> {
  const { rows } = await db.execute(statement)
  return StatusCounts.parse(rows)
}

const kinds = {
  study_totals: 'owner, lab_id, status, is_emergency',
  study_counts: 'owner, lab_id, status, is_emergency, modalities, mlc_case, study_type',
}

/** Makes one row of all that count the same. Whoever counts meanwhile sees either. Answers how many rows went; none while another is at it. */
export async function foldStudyCounts(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${FOLD_LOCK}) as locked`)
    if (rows[0]?.locked !== true) return 0
    let gone = 0
    for (const [name, columns] of Object.entries(kinds)) {
      const [table, kind] = [sql.identifier(name), sql.raw(columns)]
      const { rowCount } = await tx.execute(sql`
        with folded as (
          select ${kind}, sum(n) as n, array_agg(id) as ids from ${table} group by ${kind} having count(*) > 1 or sum(n) = 0),
        summed as (insert into ${table} (${kind}, n) select ${kind}, n from folded where n <> 0)
        delete from ${table} where id in (select unnest(ids) from folded)`)
      gone += rowCount ?? 0
    }
    return gone
  })
}
