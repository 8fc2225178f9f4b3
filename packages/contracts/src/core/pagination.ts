import { z } from 'zod'
import { line } from './primitives.ts'

/** The page size of management lists if the request names none. */
export const defaultPageSize = 10

/** The page sizes that management lists offer. */
export const listPageSizes = [defaultPageSize, 25, 50, 100] as const

/** Pages of the lists that administrators keep. */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(defaultPageSize),
  search: line(200).default(''),
  status: z.enum(['all', 'active', 'inactive']).default('all'),
})
export type PageQuery = z.output<typeof PageQuery>

export const Pagination = z.object({
  currentPage: z.int(),
  totalPages: z.int(),
  totalRecords: z.int(),
  limit: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>

/** Counts over the whole list, whatever the search and the filter. */
export const ListStats = z.object({ total: z.int(), active: z.int(), inactive: z.int() })
export type ListStats = z.infer<typeof ListStats>

/** Returns a page's place in its list. A page behind the last one is empty. */
export function paginate(totalRecords: number, { page, limit }: Pick<PageQuery, 'page' | 'limit'>): Pagination {
  const totalPages = Math.ceil(totalRecords / limit)
  return { currentPage: page, totalPages, totalRecords, limit, hasNextPage: page < totalPages, hasPrevPage: page > 1 }
}
