import type { Database } from '@readroom/db/client'

/** Does the work while this process alone holds the lock; false where another holds it. The lock goes with its connection. */
export async function withAdvisoryLock(pool: Database['pool'], key: number, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key])
    if (rows[0]?.locked !== true) return false
    await work()
    return true
  } finally {
    // Closed, not given back: nothing can leave the lock behind.
    client.release(true)
  }
}
