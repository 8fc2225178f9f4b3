import type pg from 'pg'
import { z } from 'zod'

/** A table of ours with the columns that hold something of their own: generated ones are computed again. */
export type Table = { name: string; columns: string[] }

const Tables = z.array(z.object({ name: z.string(), columns: z.array(z.string()), needs: z.array(z.string()) }))
type Found = z.infer<typeof Tables>

const statement = `
  select c.relname as name,
    array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
    array(select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`

/** Each table after those that its foreign keys name. */
function inOrder(tables: Found): Found {
  const ordered: Found = []
  const done = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, needs }) => !done.has(name) && needs.every((need) => done.has(need)))
    if (next.length === 0) throw new Error('tables name each other in a circle')
    for (const table of next) done.add(table.name)
    ordered.push(...next)
  }
  return ordered
}

/** All tables of the database, each after those that it refers to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query(statement)
  return inOrder(Tables.parse(rows)).map(({ name, columns }) => ({ name, columns }))
}
