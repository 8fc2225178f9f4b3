import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/** UUID version 7, made by PostgreSQL 18: new rows go to the end of the index. */
export const id = () => uuid('id').primaryKey().default(sql`uuidv7()`)

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Bytes, without change. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Goes up with every change; an edit of an older one is refused. */
export const version = () => integer('version').notNull().default(1)

/** A check constraint: the column holds one of the contract's names. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${literals(values)})`)

/** Values of a contract table as SQL literals: constants of ours, never what a caller said. */
export function literals(values: readonly string[]): SQL {
  return sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))
}

/** Returns ids as one parameter of a statement, for `= any(...)`. */
export const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`
