import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../core/client.ts'
import { atOnce } from './intake.ts'
import { intakeFailures } from './intake-failures.schema.ts'

export type IntakeFailureRow = typeof intakeFailures.$inferSelect

/** One page of the studies that were set aside, those first that have been so for the longest, and how many there are. */
export async function listIntakeFailures(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: IntakeFailureRow[]; total: number }> {
  const rows = await db
    .select()
    .from(intakeFailures)
    .orderBy(asc(intakeFailures.firstFailedAt), asc(intakeFailures.orthancId))
    .limit(limit)
    .offset((page - 1) * limit)
  return { rows, total: await db.$count(intakeFailures) }
}

/** Makes the next attempt due, and lets a study of an unknown AE title in; null if the study is not set aside. */
export async function retryIntakeFailure(tx: Db, orthancId: string): Promise<IntakeFailureRow | null> {
  const { revision, unknownAeTitle, isAccepted } = intakeFailures
  const [row] = await tx
    .update(intakeFailures)
    .set({
      nextAttemptAt: atOnce,
      revision: sql`${revision} + 1`,
      isAccepted: sql`${isAccepted} or ${unknownAeTitle} is not null`,
    })
    .where(eq(intakeFailures.orthancId, orthancId))
    .returning()
  return row ?? null
}

/** Returns those of these studies of the image archive that are set aside. */
export async function listSetAside(db: Db, orthancIds: string[]): Promise<Set<string>> {
  const { orthancId } = intakeFailures
  const rows = await db.select({ orthancId }).from(intakeFailures).where(inArray(orthancId, orthancIds))
  return new Set(rows.map((row) => row.orthancId))
}
