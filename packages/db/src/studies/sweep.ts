import { eq, sql } from 'drizzle-orm'
import type { Db } from '../core/client.ts'
import { sweepPosition } from './sweep.schema.ts'

const row = eq(sweepPosition.id, 1)

export type SweepPosition = typeof sweepPosition.$inferSelect

/** Returns the position of the sweep. */
export async function readSweepPosition(db: Db): Promise<SweepPosition> {
  const [position] = await db.select().from(sweepPosition).where(row)
  if (!position) throw new Error('the position of the sweep is missing')
  return position
}

/** Notes how much of the archive's list has been compared in this pass. */
export async function moveSweep(db: Db, since: number): Promise<void> {
  await db.update(sweepPosition).set({ since }).where(row)
}

/** The whole list has been compared: the next pass begins. */
export async function endSweepPass(db: Db): Promise<void> {
  await db
    .update(sweepPosition)
    .set({ since: 0, pass: sql`${sweepPosition.pass} + 1`, endedAt: sql`now()` })
    .where(row)
}

/** Notes the study whose files were looked at last; null: the next look begins with the first. */
export async function moveSamples(db: Db, afterId: string | null): Promise<void> {
  await db.update(sweepPosition).set({ afterId }).where(row)
}
