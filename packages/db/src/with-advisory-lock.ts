import type { Database } from './client.ts'

/** Does the work while this process alone holds the lock; false where another holds it. The lock goes with its connection. */
export async function withAdvisoryLock(pool: Database['pool'], key: number, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  let free = true
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key])
    if (rows[0]?.locked !== true) return false
    free = false
    await work()
    // After hours of work the connection may be gone, and the lock with it.
    free = await client.query('select pg_advisory_unlock($1)', [key]).then(
      () => true,
      () => false,
    )
    return true
  } finally {
    // What may still hold the lock is closed, not given back.
    client.release(!free)
  }
}
