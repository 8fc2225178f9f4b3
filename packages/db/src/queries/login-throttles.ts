import { eq, sql } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { loginThrottles } from '../schema/accounts.ts'

/** Seconds until the next try is allowed; 0 when it is now. */
export async function secondsBlocked(db: Db, key: string): Promise<number> {
  const [row] = await db
    .select({ seconds: sql<number>`ceil(greatest(extract(epoch from ${loginThrottles.blockedUntil} - now()), 0))::int` })
    .from(loginThrottles)
    .where(eq(loginThrottles.key, key))
  return row?.seconds ?? 0
}

/** Counts a failure. From the fourth on each doubles the wait: 1 s, 2 s, 4 s ... up to five minutes. */
export async function countFailure(db: Db, key: string): Promise<void> {
  await db
    .insert(loginThrottles)
    .values({ key, failures: 1, blockedUntil: sql`now()` })
    .onConflictDoUpdate({
      target: loginThrottles.key,
      set: {
        failures: sql`${loginThrottles.failures} + 1`,
        blockedUntil: sql`now() + make_interval(secs => case when ${loginThrottles.failures} < 3 then 0
          else least(300, power(2, least(${loginThrottles.failures}, 12) - 3)) end)`,
      },
    })
}

export async function clearFailures(db: Db, key: string): Promise<void> {
  await db.delete(loginThrottles).where(eq(loginThrottles.key, key))
}
