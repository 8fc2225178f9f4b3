import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { loginThrottles } from './accounts.schema.ts'

/** The count begins anew after this long without a failure. */
const quietMinutes = 15

/** `free` tries cost nothing; after them each doubles the wait, up to `longest` seconds. */
export type Patience = { free: number; longest: number }

/** A try that was counted: how many of its key there are with it, and for how many seconds the next one is refused. */
export type CountedTry = { key: string; failures: number; seconds: number }

/**
 * Not `now()`, when the transaction began: another may have counted a try since, and its wait of no time at all would still lie ahead. As exact as
 * the column, which rounds.
 */
const clock = sql`date_trunc('milliseconds', clock_timestamp())`

/** Seconds until the next try is allowed under every key; 0 when it is now. */
export async function secondsBlocked(db: Db, keys: readonly string[]): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`coalesce(ceil(greatest(extract(epoch from max(${loginThrottles.blockedUntil}) - ${clock}), 0)), 0)::int`,
    })
    .from(loginThrottles)
    .where(inArray(loginThrottles.key, [...keys]))
  return row?.seconds ?? 0
}

/** Counts a try and sets the wait that follows from it: 1 s, 2 s, 4 s ... Null, and nothing is counted, while the one before must be waited for. */
export async function countTry(db: Db, key: string, { free, longest }: Patience): Promise<CountedTry | null> {
  const failures = sql`case when ${loginThrottles.blockedUntil} < ${clock} - make_interval(mins => ${quietMinutes}) then 1
    else ${loginThrottles.failures} + 1 end`
  const wait = sql`case when ${failures} <= ${free} then 0
    else least(${longest}, power(2, least(${failures} - ${free} - 1, 12))) end`
  const [row] = await db
    .insert(loginThrottles)
    .values({ key, failures: 1, blockedUntil: clock })
    .onConflictDoUpdate({
      target: loginThrottles.key,
      set: { failures, blockedUntil: sql`${clock} + make_interval(secs => ${wait})` },
      setWhere: lte(loginThrottles.blockedUntil, clock),
    })
    .returning({
      key: loginThrottles.key,
      failures: loginThrottles.failures,
      seconds: sql<number>`round(extract(epoch from ${loginThrottles.blockedUntil} - ${clock}))::int`,
    })
  return row ?? null
}

/** Takes back a try that was none after all, and its wait if no other try has been counted since. */
export async function uncountTry(db: Db, { key, failures }: Pick<CountedTry, 'key' | 'failures'>): Promise<void> {
  await db
    .update(loginThrottles)
    .set({
      failures: sql`greatest(${loginThrottles.failures} - 1, 0)`,
      blockedUntil: sql`case when ${loginThrottles.failures} = ${failures} then least(${loginThrottles.blockedUntil}, ${clock})
        else ${loginThrottles.blockedUntil} end`,
    })
    .where(and(eq(loginThrottles.key, key), sql`${loginThrottles.failures} > 0`))
}

export async function clearFailures(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(loginThrottles).where(inArray(loginThrottles.key, [...keys]))
}
