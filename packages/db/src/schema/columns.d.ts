import { type SQL } from 'drizzle-orm'
import { type AnyPgColumn } from 'drizzle-orm/pg-core'
/** UUID version 7, made by PostgreSQL 18: new rows go to the end of the index. */
export declare const id: () => import('drizzle-orm').HasDefault<
  import('drizzle-orm').IsPrimaryKey<import('drizzle-orm').NotNull<import('drizzle-orm/pg-core').PgUUIDBuilderInitial<'id'>>>
>
export declare const instant: (name: string) => import('drizzle-orm/pg-core').PgTimestampBuilderInitial<string>
/** Goes up with every change; an edit of an older one is refused. */
export declare const version: () => import('drizzle-orm').HasDefault<
  import('drizzle-orm').NotNull<import('drizzle-orm/pg-core').PgIntegerBuilderInitial<'version'>>
>
/** A check constraint: the column holds one of the contract's names. */
export declare const oneOf: (
  name: string,
  column: AnyPgColumn,
  values: readonly string[],
) => import('drizzle-orm/pg-core').CheckBuilder
/** Values of a contract table as SQL literals, for the schema only. */
export declare function literals(values: readonly string[]): SQL
