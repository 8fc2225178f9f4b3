import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, plannedOnce } from '../core/client.ts'

const Merged = z.tuple([z.object({ pages: z.coerce.number() })])
const merging = plannedOnce('merge_search_entries', sql`select merge_search_entries() as pages`)

/** Merges what was written since into the indexes of searches. Returns how many pages of entries there were. */
export async function mergeSearchEntries(db: Db): Promise<number> {
  const [{ pages }] = Merged.parse(await merging(db, {}))
  return pages
}
