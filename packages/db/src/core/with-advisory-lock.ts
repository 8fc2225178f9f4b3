import type pg from 'pg'
import type { Database } from './client.ts'

/** Does the work while this process alone holds the lock; false if another holds it. The lock goes with its connection. */
export async function withAdvisoryLock(pool: Database['pool'], key: number, work: () => Promise<void>): Promise<boolean> {
  const client = await pool.connect()
  let mayHold = false
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key])
    if (rows[0]?.locked !== true) return false
    mayHold = true
    await work()
    return true
  } finally {
    if (mayHold) mayHold = !(await unlocked(client, key))
    // A connection that may still hold the lock is closed, not returned to the pool.
    client.release(mayHold)
  }
}

/** False if the connection is gone, after hours of work perhaps, and the lock with it. */
const unlocked = (client: pg.PoolClient, key: number): Promise<boolean> =>
  client.query('select pg_advisory_unlock($1)', [key]).then(
    () => true,
    () => false,
  )
