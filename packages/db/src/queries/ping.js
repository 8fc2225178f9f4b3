import { sql } from 'drizzle-orm'
/** Resolves when the database answers. */
export async function ping(db) {
  await db.execute(sql`select 1`)
}
//# sourceMappingURL=ping.js.map
