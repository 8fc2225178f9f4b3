import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import { z } from 'zod'
import type { Db, Tx } from '../core/client.ts'
import { asOwner } from '../core/owner.ts'
import { listTables, type Table } from '../core/tables.ts'
import { readSchema } from './migrations.ts'

const Sequences = z.array(z.object({ name: z.string(), last: z.string() }))

/** The state of a copy of the database without its rows. `schema`: as `listSchemas` names it. `last`: the number that was given out last. */
export type DatabaseCopy = { schema: number; tables: (Table & { rows: number })[]; sequences: z.infer<typeof Sequences> }

const quoted = pg.escapeIdentifier

const columnsOf = ({ name, columns }: Table) => `public.${quoted(name)} (${columns.map(quoted).join(', ')})`

/**
 * Hands out all rows at one moment, table after table, as text of PostgreSQL's COPY. `look` is asked at the same moment. Needs a login that
 * reads every table.
 */
export async function copyOut(
  url: string,
  { write, look }: { write: (table: string, rows: Readable) => Promise<void>; look: (db: Db) => Promise<void> },
): Promise<DatabaseCopy> {
  return asOwner(url, async (db, client) => {
    await client.query('begin isolation level repeatable read read only')
    const schema = await readSchema(client)
    if (schema === null) throw new Error('the database has no schema')
    const tables: DatabaseCopy['tables'] = []
    for (const table of await listTables(client)) {
      const rows = client.query(to(`copy ${columnsOf(table)} to stdout`))
      await write(table.name, rows)
      tables.push({ ...table, rows: rows.rowCount })
    }
    await look(db)
    // Not of the moment, but never behind it.
    const found = await client.query(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null`,
    )
    await client.query('commit')
    return { schema, tables, sequences: Sequences.parse(found.rows) }
  })
}

/** A login that owns the tables can do this; it need not be a superuser. */
async function load(client: pg.Client, { tables, sequences }: DatabaseCopy, open: (table: string) => Readable): Promise<void> {
  const present = await listTables(client)
  const all = present.map(({ name }) => `public.${quoted(name)}`)
  for (const name of all) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${all.join(', ')}`)
  for (const { name } of present) {
    const table = tables.find((one) => one.name === name)
    if (!table) throw new Error(`the copy lacks the table ${name}`)
    const rows = client.query(from(`copy ${columnsOf(table)} from stdin`))
    await pipeline(open(name), rows)
    if (rows.rowCount !== table.rows) throw new Error(`the table ${name} has ${rows.rowCount} rows instead of ${table.rows}`)
  }
  for (const { name, last } of sequences) await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, last])
  for (const name of all) await client.query(`alter table ${name} enable trigger user`)
}

/**
 * Fills an empty database of the copy's schema, all or nothing. `check` sees it locked, before anything is changed, and throws if it is not empty;
 * `finish` sees it filled.
 */
export async function copyIn(
  url: string,
  copy: DatabaseCopy,
  {
    open,
    check,
    finish,
  }: { open: (table: string) => Readable; check: (tx: Tx) => Promise<void>; finish: (tx: Tx) => Promise<void> },
): Promise<void> {
  await asOwner(url, async (db, client) => {
    await db.transaction(async (tx) => {
      await client.query('lock table users, studies in access exclusive mode')
      await check(tx)
      await load(client, copy, open)
      await finish(tx)
    })
    await client.query('analyze')
  })
}
