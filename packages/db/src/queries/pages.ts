import { type ListStats, type PageQuery, type Pagination, paginate } from '@readroom/contracts/pagination'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** A column holds the text somewhere, without regard to case and accents. Nothing to look for: true. */
export function containsText(column: AnyPgColumn, text: string): SQL {
  if (text === '') return sql`true`
  return sql`position(unaccent(lower(${text})) in unaccent(lower(${column}::text))) > 0`
}

export function ofStatus(isActive: AnyPgColumn, status: PageQuery['status']): SQL {
  return status === 'all' ? sql`true` : sql`${isActive} = ${status === 'active'}`
}

/** What is counted over a whole list: the rows that a search found, and all, and the active ones. */
export function pageCounts(found: SQL, isActive: AnyPgColumn) {
  return {
    found: sql<number>`count(*) filter (where ${found})::int`,
    total: sql<number>`count(*)::int`,
    active: sql<number>`count(*) filter (where ${isActive})::int`,
  }
}

export const offsetOf = ({ page, limit }: Pick<PageQuery, 'page' | 'limit'>) => (page - 1) * limit

export type Page<T> = { rows: T[]; pagination: Pagination; stats: ListStats }

export function toPage<T>(rows: T[], counted: { found: number; total: number; active: number }[], query: PageQuery): Page<T> {
  const { found, total, active } = counted[0] ?? { found: 0, total: 0, active: 0 }
  return { rows, pagination: paginate(found, query), stats: { total, active, inactive: total - active } }
}
