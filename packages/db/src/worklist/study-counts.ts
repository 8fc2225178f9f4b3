import { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../core/actor.ts'
import { advisoryLocks } from '../core/advisory-locks.ts'
import type { Db, OpenDb } from '../core/client.ts'
import { conditionsCountedBy, listed, type ReadyFilters } from '../studies/study-filters.ts'

const nil = '00000000-0000-0000-0000-000000000000'

/** The rows of `study_totals` that the caller's studies are counted by, of some laboratories only if any are named; null if they do not tell. */
const totalsOf: Record<Caller['role'], (caller: Caller, labs: readonly string[]) => SQL | null> = {
  admin: (_viewer, labs) => (labs.length > 0 ? sql`owner in (${listed(labs)})` : sql`owner = ${nil}`),
  lab_staff: ({ labId }, labs) =>
    labs.length > 0 ? sql`owner = ${labId} and owner in (${listed(labs)})` : sql`owner = ${labId}`,
  doctor_account: ({ doctorId }, labs) => (labs.length > 0 ? null : sql`owner = ${doctorId}`),
}

/** The rows of `study_kind_totals` that the caller's studies are counted by; null if a laboratory is asked for. */
const kindTotalsOf: Record<Caller['role'], (caller: Caller) => SQL | null> = {
  admin: () => sql`owner = ${nil}`,
  lab_staff: () => null,
  doctor_account: ({ doctorId }) => sql`owner = ${doctorId}`,
}

/** The rows of `study_counts` that the caller's studies are counted by. These rows know the laboratories. */
const countsOf: Record<Caller['role'], (caller: Caller) => SQL> = {
  admin: () => sql`owner = ${nil}`,
  lab_staff: ({ labId }) => sql`owner = ${nil} and lab_id = ${labId}`,
  doctor_account: ({ doctorId }) => sql`owner = ${doctorId}`,
}

type Sums = { table: SQL; where: SQL[] }

/** The fewest rows that tell how many studies of some laboratories, if any are named, have what the filters ask for. */
function sumsFor(caller: Caller, ready: ReadyFilters): Sums {
  const labs = ready.filters.selectedLocation ?? []
  const state = conditionsCountedBy(['state'], caller, ready)
  const kind = conditionsCountedBy(['kind'], caller, ready)
  const totals = kind.length === 0 ? totalsOf[caller.role](caller, labs) : null
  if (totals) return { table: sql`study_totals`, where: [totals, ...state] }
  const kindTotals = labs.length === 0 ? kindTotalsOf[caller.role](caller) : null
  if (kindTotals) return { table: sql`study_kind_totals`, where: [kindTotals, ...state, ...kind] }
  const ofLabs = conditionsCountedBy(['laboratory'], caller, ready)
  return { table: sql`study_counts`, where: [countsOf[caller.role](caller), ...ofLabs, ...state, ...kind] }
}

/** The statement that adds up how many of the caller's studies have each status, and how many of those are urgent. */
export const totalsByStatus = (caller: Caller): SQL =>
  sql`select status, sum(n)::int as count, coalesce(sum(n) filter (where is_emergency), 0)::int as urgent
    from study_totals where ${totalsOf[caller.role](caller, [])} group by status`

/** The statement that adds up how many of the caller's studies have each status, if the filters ask for nothing that is not in the sums; otherwise null. */
export function statusCounts(caller: Caller, ready: ReadyFilters): SQL | null {
  if (conditionsCountedBy(['rows', 'texts'], caller, ready).length > 0) return null
  const { table, where } = sumsFor(caller, ready)
  return sql`select status, sum(n)::int as count from ${table} where ${sql.join(where, sql` and `)} group by status`
}

const Modalities = z.array(z.object({ modality: z.string() }))

/** The modalities that the caller's studies have, by name. */
export async function listModalities(db: Db, caller: Caller): Promise<string[]> {
  const kindTotals = kindTotalsOf[caller.role](caller)
  const sums = kindTotals ? sql`study_kind_totals where ${kindTotals}` : sql`study_counts where ${countsOf[caller.role](caller)}`
  const { rows } = await db.execute(sql`
    select distinct unnest(modalities) as modality from (
      select modalities from ${sums} group by modalities having sum(n) > 0) present
    order by 1`)
  return Modalities.parse(rows).map(({ modality }) => modality)
}

export const StatusCount = z.object({ status: StudyStatus, count: z.int() })
export type StatusCount = z.infer<typeof StatusCount>

const kinds = {
  study_totals: 'owner, status, is_emergency',
  study_kind_totals: 'owner, status, is_emergency, modalities, mlc_case, study_type',
  study_counts: 'owner, status, is_emergency, lab_id, modalities, mlc_case, study_type',
}

/**
 * Merges the rows that count the same studies into one. A count at the same time sees the rows before or after. Returns the number of rows that went;
 * none while another merge runs.
 */
export async function compactStudyCounts(db: OpenDb): Promise<number> {
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
