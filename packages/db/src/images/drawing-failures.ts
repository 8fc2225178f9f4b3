import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { drawingFailures } from '../core/system.schema.ts'

/** Images that are remembered at most; the newest stay. */
const most = 10_000

/** Returns how often the archive ended while it drew an image, by the image's name. */
export async function listDrawingFailures(db: Db): Promise<Map<string, number>> {
  const { image, failures, lastAt } = drawingFailures
  const rows = await db.select({ image, failures }).from(drawingFailures).orderBy(desc(lastAt)).limit(most)
  return new Map(rows.map((row) => [row.image, row.failures]))
}

/** Counts a failure. Forgets those that are thirty days old: the archive may have been repaired since. */
export async function noteDrawingFailure(db: Db, image: string): Promise<void> {
  await db.delete(drawingFailures).where(lt(drawingFailures.lastAt, sql`now() - interval '30 days'`))
  await db
    .insert(drawingFailures)
    .values({ image })
    .onConflictDoUpdate({
      target: drawingFailures.image,
      set: { failures: sql`${drawingFailures.failures} + 1`, lastAt: sql`now()` },
    })
}

/** Forgets an image that was drawn. */
export async function forgetDrawingFailure(db: Db, image: string): Promise<void> {
  await db.delete(drawingFailures).where(eq(drawingFailures.image, image))
}
