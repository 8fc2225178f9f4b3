import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { OpenDb } from './client.ts'
import { beginning } from './locks.ts'

/** Does the work on one connection in the rights of the login itself, also on a server that has no `readroom_app` yet. */
export async function asOwner<T>(url: string, work: (db: OpenDb, client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(beginning(drizzle(client)), client)
  } finally {
    await client.end()
  }
}
