import { paginate } from '@readroom/contracts/pagination'
import { sql } from 'drizzle-orm'
/** A column holds the text somewhere, without regard to case and accents. Nothing to look for: true. */
export function containsText(column, text) {
  if (text === '') return sql`true`
  return sql`position(unaccent(lower(${text})) in unaccent(lower(${column}::text))) > 0`
}
export function ofStatus(isActive, status) {
  return status === 'all' ? sql`true` : sql`${isActive} = ${status === 'active'}`
}
/** What is counted over a whole list: the rows that a search found, and all, and the active ones. */
export function pageCounts(found, isActive) {
  return {
    found: sql`count(*) filter (where ${found})::int`,
    total: sql`count(*)::int`,
    active: sql`count(*) filter (where ${isActive})::int`,
  }
}
export const offsetOf = ({ page, limit }) => (page - 1) * limit
export function toPage(rows, counted, query) {
  const { found, total, active } = counted[0] ?? { found: 0, total: 0, active: 0 }
  return { rows, pagination: paginate(found, query), stats: { total, active, inactive: total - active } }
}
//# sourceMappingURL=pages.js.map
