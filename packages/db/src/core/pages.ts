import { type ListStats, type PageQuery, type Pagination, paginate } from '@readroom/contracts/core/pagination'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Every word of the text is somewhere in the columns, in any order, without regard to case and accents. Nothing to look for: true. */
export function containsText(columns: readonly (AnyPgColumn | SQL)[], text: string): SQL {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  if (words.length === 0) return sql`true`
  const texts = columns.map((column) => sql`${column}::text`)
  const whole = sql`unaccent(lower(concat_ws(' ', ${sql.join(texts, sql`, `)})))`
  return sql`(${sql.join(
    words.map((word) => sql`position(unaccent(lower(${word})) in ${whole}) > 0`),
    sql` and `,
  )})`
}

export function ofStatus(isActive: AnyPgColumn | SQL, status: PageQuery['status']): SQL {
  return status === 'all' ? sql`true` : sql`${isActive} = ${status === 'active'}`
}

/** The counts over a whole list: the rows that a search found, and all, and the active ones. */
export function pageCounts(found: SQL, isActive: AnyPgColumn | SQL) {
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
