import { type ListStats, type PageQuery, type Pagination } from '@readroom/contracts/pagination'
import { type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
/** A column holds the text somewhere, without regard to case and accents. Nothing to look for: true. */
export declare function containsText(column: AnyPgColumn, text: string): SQL
export declare function ofStatus(isActive: AnyPgColumn, status: PageQuery['status']): SQL
/** What is counted over a whole list: the rows that a search found, and all, and the active ones. */
export declare function pageCounts(
  found: SQL,
  isActive: AnyPgColumn,
): {
  found: SQL<number>
  total: SQL<number>
  active: SQL<number>
}
export declare const offsetOf: ({ page, limit }: Pick<PageQuery, 'page' | 'limit'>) => number
export type Page<T> = {
  rows: T[]
  pagination: Pagination
  stats: ListStats
}
export declare function toPage<T>(
  rows: T[],
  counted: {
    found: number
    total: number
    active: number
  }[],
  query: PageQuery,
): Page<T>
