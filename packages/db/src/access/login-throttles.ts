import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce } from '../core/client.ts'
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

const counting = plannedOnce(
  'count_tries',
  sql`
    with asked as (
      select * from unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('free')}::int[], ${sql.placeholder('longest')}::int[])
        as asked(key, free, longest))
    insert into ${loginThrottles} as counted (key, failures, blocked_until) select key, 1, ${clock} from asked
    where not exists (select 1 from ${loginThrottles} other join asked using (key) where other.blocked_until > ${clock}) order by key
    on conflict (key) do update set (failures, blocked_until) = (
      select tries, ${clock} + make_interval(secs => case when tries <= free then 0
        else least(longest, power(2, least(tries - free - 1, 12))) end)
      from asked, lateral (select case when counted.blocked_until < ${clock} - make_interval(mins => ${sql.raw(String(quietMinutes))}) then 1
        else counted.failures + 1 end as tries) present
      where asked.key = excluded.key)
    where counted.blocked_until <= ${clock}
    returning key, failures, round(extract(epoch from blocked_until - ${clock}))::int as seconds`,
)

const CountedTries = z.array(z.object({ key: z.string(), failures: z.int(), seconds: z.int() }))

/**
 * Counts one try of each key, in one statement, and sets the waits that follow: 1 s, 2 s, 4 s ... Counts nothing while one of them must be waited
 * for. Leaves a key out if another call began its wait at the same moment. Locks the keys in their order, so that two calls cannot deadlock.
 */
export async function countTries(db: Db, tries: readonly (Patience & { key: string })[]): Promise<CountedTry[]> {
  const rows = await counting(db, {
    keys: tries.map(({ key }) => key),
    free: tries.map(({ free }) => free),
    longest: tries.map(({ longest }) => longest),
  })
  return CountedTries.parse(rows)
}

const takingBack = plannedOnce(
  'take_back_tries',
  sql`
    with held as materialized (
      select key from ${loginThrottles} where key = any(${sql.placeholder('keys')}::text[] || ${sql.placeholder('forgotten')}::text[])
      order by key for update),
    forgotten as (
      delete from ${loginThrottles} where key in (select key from held) and key = any(${sql.placeholder('forgotten')}::text[]))
    update ${loginThrottles} counted
    set failures = counted.failures - 1,
      blocked_until = case when counted.failures = tried.failures then least(counted.blocked_until, ${clock}) else counted.blocked_until end
    from held join unnest(${sql.placeholder('keys')}::text[], ${sql.placeholder('failures')}::int[]) as tried(key, failures) using (key)
    where counted.key = tried.key and counted.failures > 0 and counted.key <> all(${sql.placeholder('forgotten')}::text[])`,
)

/**
 * Takes back tries that were none after all, in one statement, and the wait of each if no other try of its key has been counted since. Forgets all
 * failures of the keys in `forgotten`. Locks the keys in their order.
 */
export async function takeBackTries(
  db: Db,
  tries: readonly Pick<CountedTry, 'key' | 'failures'>[],
  forgotten: readonly string[] = [],
): Promise<void> {
  const keys = tries.map(({ key }) => key)
  await takingBack(db, { keys, failures: tries.map(({ failures }) => failures), forgotten })
}

export async function clearFailures(db: Db, keys: readonly string[]): Promise<void> {
  await db.delete(loginThrottles).where(inArray(loginThrottles.key, [...keys]))
}
