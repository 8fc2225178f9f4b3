import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Caller } from '../core/actor.ts'
import type { Db } from '../core/client.ts'
import { administrators, everybody, worklistChanges } from './worklist-changes.schema.ts'

/**
 * The version of a worklist at a reading: the transactions committed then, the time (seconds since 1970), and the server that numbers them. A
 * restarted server, or another database, begins anew.
 */
export const WorklistVersion = z.object({ snapshot: z.string(), at: z.int(), server: z.string() })
export type WorklistVersion = z.infer<typeof WorklistVersion>

/** The version that a statement reads, as JSON. */
export const presentVersion = sql`json_build_object('snapshot', pg_current_snapshot(), 'at', extract(epoch from now())::bigint, 'server',
  (select oid from pg_database where datname = current_database()) || '-' || extract(epoch from pg_postmaster_start_time()))`

/** A version can be compared with the present one for this long. */
const comparableSeconds = sql.raw('600')
/** Longer, so that no change that somebody may still ask for is forgotten, however long its transaction took. */
const keptSeconds = sql.raw('3600')

/** The changes that concern a caller. */
const scopesOf = ({ role, labId, doctorId }: Caller) => [everybody, role === 'admin' ? administrators : (labId ?? doctorId)]

const Compared = z.tuple([z.object({ unchanged: z.boolean(), present: WorklistVersion })])

/**
 * The present version if nothing has changed since `version` that the caller's lists of studies show, else null. A transaction whose number is older but
 * which was committed later counts: what is asked is not the newest number but whether the snapshot of then sees each change of now.
 * (PostgreSQL 18, 9.28 "Transaction ID and Snapshot Information Functions".) What lists show by the clock is for the caller to compare.
 */
export async function findUnchanged(
  db: Db,
  caller: Caller,
  { snapshot, at, server }: WorklistVersion,
): Promise<WorklistVersion | null> {
  const { rows } = await db.execute(sql`
    select present, present->>'server' = ${server} and ${at}::bigint > extract(epoch from now()) - ${comparableSeconds} and not exists (
      select from ${worklistChanges} where scope = any(${sql.param(scopesOf(caller))}::uuid[])
        and transaction >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(transaction, ${snapshot}::pg_snapshot)) as unchanged
    from (select ${presentVersion} as present) now`)
  const [{ unchanged, present }] = Compared.parse(rows)
  return unchanged ? present : null
}

/** Removes the changes that no version is compared with any more. */
export async function forgetWorklistChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from ${worklistChanges} where at < clock_timestamp() - interval '1 second' * ${keptSeconds}`)
}
