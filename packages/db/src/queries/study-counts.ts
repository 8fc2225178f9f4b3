import { StudyStatus } from '@readroom/contracts/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { advisoryLocks } from '../advisory-locks.ts'
import type { Db } from '../client.ts'
import { conditionsCountedBy, listed, type ReadyFilters, type Viewer } from './worklist-filters.ts'

const nil = '00000000-0000-0000-0000-000000000000'

/** The rows of `study_totals` that the viewer's studies are counted by, of some laboratories only where any are named; null where they do not tell. */
const totalsOf: Record<Viewer['role'], (viewer: Viewer, labs: readonly string[]) => SQL | null> = {
  admin: (_viewer, labs) => (labs.length > 0 ? sql`owner in (${listed(labs)})` : sql`owner = ${nil}`),
  lab_staff: ({ labId }, labs) =>
    labs.length > 0 ? sql`owner = ${labId} and owner in (${listed(labs)})` : sql`owner = ${labId}`,
  doctor_account: ({ doctorId }, labs) => (labs.length > 0 ? null : sql`owner = ${doctorId}`),
}

/** The same of `study_counts`, which know the laboratories. */
const countsOf: Record<Viewer['role'], (viewer: Viewer) => SQL> = {
  admin: () => sql`owner = ${nil}`,
  lab_staff: ({ labId }) => sql`owner = ${nil} and lab_id = ${labId}`,
  doctor_account: ({ doctorId }) => sql`owner = ${doctorId}`,
}

/** The statement that adds up how many of the viewer's studies have each status, and how many of those are urgent. */
export const totalsByStatus = (viewer: Viewer): SQL =>
  sql`select status, sum(n)::int as count, coalesce(sum(n) filter (where is_emergency), 0)::int as urgent
    from study_totals where ${totalsOf[viewer.role](viewer, [])} group by status`

/** The statement that adds up how many of the viewer's studies have each status, where the filters ask for nothing that is not in the sums; otherwise null. */
export function statusCounts(viewer: Viewer, ready: ReadyFilters): SQL | null {
  if (conditionsCountedBy(['rows', 'texts'], viewer, ready).length > 0) return null
  const kind = conditionsCountedBy(['kind'], viewer, ready)
  const totals = kind.length === 0 ? totalsOf[viewer.role](viewer, ready.filters.selectedLocation ?? []) : null
  const where = totals
    ? sql.join([totals, ...conditionsCountedBy(['state'], viewer, ready)], sql` and `)
    : sql.join(
        [countsOf[viewer.role](viewer), ...conditionsCountedBy(['laboratory', 'state', 'kind'], viewer, ready)],
        sql` and `,
      )
  return sql`select status, sum(n)::int as count from ${totals ? sql`study_totals` : sql`study_counts`} where ${where} group by status`
}

const Modalities = z.array(z.object({ modality: z.string() }))

/** The modalities that the viewer's studies have, by name. */
export async function listModalities(db: Db, viewer: Viewer): Promise<string[]> {
  const { rows } = await db.execute(sql`
    select distinct unnest(modalities) as modality from (
      select modalities from study_counts where ${countsOf[viewer.role](viewer)} group by modalities having sum(n) > 0) present
    order by 1`)
  return Modalities.parse(rows).map(({ modality }) => modality)
}

export const StatusCount = z.object({ status: StudyStatus, count: z.int() })
export type StatusCount = z.infer<typeof StatusCount>

const kinds = {
  study_totals: 'owner, status, is_emergency',
  study_counts: 'owner, status, is_emergency, lab_id, modalities, mlc_case, study_type',
}

/** Makes one row of all that count the same. Whoever counts meanwhile sees either. Answers how many rows went; none while another is at it. */
export async function compactStudyCounts(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    // After an import it may be long, and nobody waits for it.
    await tx.execute(sql`set local statement_timeout = '10min'`)
    const { rows } = await tx.execute(sql`select pg_try_advisory_xact_lock(${advisoryLocks.countsCompact}) as locked`)
    if (rows[0]?.locked !== true) return 0
    let gone = 0
    for (const [name, columns] of Object.entries(kinds)) {
      const [table, kind] = [sql.identifier(name), sql.raw(columns)]
      const { rowCount } = await tx.execute(sql`
        with compacted as (
          select ${kind}, sum(n) as n, array_agg(id) as ids from ${table} group by ${kind} having count(*) > 1 or sum(n) = 0),
        summed as (insert into ${table} (${kind}, n) select ${kind}, n from compacted where n <> 0)
        delete from ${table} where id in (select unnest(ids) from compacted)`)
      gone += rowCount ?? 0
    }
    return gone
  })
}
