import type pg from 'pg'
import { z } from 'zod'

/** The pause between two batches, in which the database does other work. */
const REST = 'select pg_sleep(0.01)'

const Broken = z.array(z.object({ name: z.string() }))

/** `create index concurrently if not exists name` leaves an index that nobody can use if it is stopped, and then finds it there. */
const broken = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where not i.indisvalid and n.nspname = 'public'`

/**
 * Builds or removes an index beside readers and writers. It waits for transactions that were there before, and nobody waits for it, so that
 * it has no time limit.
 */
export async function runConcurrently(client: pg.Client, statement: string): Promise<void> {
  await client.query('set lock_timeout = 0')
  const { rows } = await client.query(broken)
  for (const { name } of Broken.parse(rows)) await client.query(`drop index concurrently ${name}`)
  await client.query(statement)
}

/** Repeats a statement that changes a limited number of rows, each time in a transaction of its own, until it finds none. */
export async function runInBatches(
  client: pg.Client,
  statement: string,
  giveWay: (work: () => Promise<pg.QueryResult>) => Promise<pg.QueryResult>,
): Promise<void> {
  while (((await giveWay(() => client.query(statement))).rowCount ?? 0) > 0) await client.query(REST)
}
