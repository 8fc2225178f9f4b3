import { inArray, sql } from 'drizzle-orm'
import { loginThrottles } from '../schema/accounts.js'

/** After so long without a failure the count begins anew. */
const quietMinutes = 15
const longestWaitSeconds = 300
/** Seconds until the next try is allowed under every key; 0 when it is now. */
export async function secondsBlocked(db, keys) {
  const [row] = await db
    .select({
      seconds: sql`coalesce(ceil(greatest(extract(epoch from max(${loginThrottles.blockedUntil}) - now()), 0)), 0)::int`,
    })
    .from(loginThrottles)
    .where(inArray(loginThrottles.key, [...keys]))
  return row?.seconds ?? 0
}
/** Counts a failure. After `free` ones each doubles the wait: 1 s, 2 s, 4 s ... up to five minutes. Answers that wait in seconds. */
export async function countFailure(db, key, free) {
  const failures = sql`case when ${loginThrottles.blockedUntil} < now() - make_interval(mins => ${quietMinutes}) then 1
    else ${loginThrottles.failures} + 1 end`
  const wait = sql`case when ${failures} <= ${free} then 0
    else least(${longestWaitSeconds}, power(2, least(${failures} - ${free} - 1, 12))) end`
  const [row] = await db
    .insert(loginThrottles)
    .values({ key, failures: 1, blockedUntil: sql`now()` })
    .onConflictDoUpdate({
      target: loginThrottles.key,
      set: { failures, blockedUntil: sql`now() + make_interval(secs => ${wait})` },
    })
    .returning({ seconds: sql`round(extract(epoch from ${loginThrottles.blockedUntil} - now()))::int` })
  return row?.seconds ?? 0
}
export async function clearFailures(db, keys) {
  await db.delete(loginThrottles).where(inArray(loginThrottles.key, [...keys]))
}
//# sourceMappingURL=login-throttles.js.map
