import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../core/client.ts'
import { type Before, type Taken, taken } from '../../core/locks.ts'
import { studies } from '../studies.schema.ts'
import { intakeCursor } from './intake.schema.ts'
import { intakeFailures } from './intake-failures.schema.ts'

const cursorRow = eq(intakeCursor.id, 1)

/** The channel on which the DICOM port says that the archive has stored images. */
export const arrivalsChannel = 'arrivals'

/** Tells the workers that the archive has stored images. They look by themselves, too, so a lost notification costs half a second. */
export async function tellArrival(db: Db): Promise<void> {
  await db.execute(sql`select pg_notify(${arrivalsChannel}, '')`)
}

/** The last change of the archive that was taken in. */
export async function readCursor(db: Db): Promise<number> {
  const [row] = await db.select({ last: intakeCursor.last }).from(intakeCursor).where(cursorRow)
  if (!row) throw new Error('the intake cursor is missing')
  return row.last
}

/** Moves the cursor on; false if it is no longer at `from`, because another worker was faster. */
export async function moveCursor(db: Db, from: number, to: number): Promise<boolean> {
  const { rowCount } = await db
    .update(intakeCursor)
    .set({ last: to, updatedAt: sql`now()` })
    .where(and(cursorRow, eq(intakeCursor.last, from)))
  return rowCount === 1
}

/**
 * Locks the intake for the length of a short transaction, in which nothing is asked of anybody: whatever writes what the archive says holds
 * this lock, so that workers take turns. A worker that froze meanwhile loses it after ten seconds.
 */
export async function lockIntake<T extends Before<'intake'>>(tx: T): Promise<Taken<T, 'intake', void>> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '10s'`)
  await tx.select({ last: intakeCursor.last }).from(intakeCursor).where(cursorRow).for('update')
  return taken(tx, 'intake', undefined)
}

const Seen = z.object({
  version: z.int().nullable(),
  failure: z.int().nullable(),
  waits: z.boolean(),
  isAccepted: z.boolean(),
  isReplaced: z.boolean(),
})

/**
 * The database's knowledge of a study of the image archive at one moment: the version of the archive's answer that its row holds, and the revision of
 * its failure. `waits`: it is left alone until its next attempt. `isReplaced`: the archive made it anew, and no answer was written since.
 */
export type Seen = z.infer<typeof Seen>

export async function readSeen(db: Db, orthancId: string): Promise<Seen> {
  const { rows } = await db.execute(sql`
    select s.archive_version as version, f.revision as failure, coalesce(f.next_attempt_at > now(), false) as waits,
      coalesce(f.is_accepted, false) as "isAccepted", coalesce(f.is_replaced, false) as "isReplaced"
    from (select ${orthancId}::text as id) asked
    left join ${studies} s on s.orthanc_id = asked.id left join ${intakeFailures} f on f.orthanc_id = asked.id`)
  return Seen.parse(rows[0])
}

/** Due from this moment: stored in milliseconds, the present could be rounded up into the future. */
export const atOnce = sql`date_trunc('milliseconds', now())`

type NewFailure = { reason: string; isReplaced: boolean }

/** Notes a study that could not be taken in; it is tried again after 4 s, 8 s, and so on up to ten minutes. `reason` holds no patient data. */
export async function recordFailure(tx: Db, orthancId: string, { reason, isReplaced: isNowReplaced }: NewFailure): Promise<void> {
  const after = (attempts: unknown) => sql`now() + make_interval(secs => least(600, 2 * 2 ^ least(${attempts}, 12)))`
  const { attempts, revision, isReplaced } = intakeFailures
  await tx
    .insert(intakeFailures)
    .values({ orthancId, reason, isReplaced: isNowReplaced, nextAttemptAt: after(sql`1`) })
    .onConflictDoUpdate({
      target: intakeFailures.orthancId,
      set: {
        reason,
        attempts: sql`${attempts} + 1`,
        revision: sql`${revision} + 1`,
        isReplaced: sql`${isReplaced} or ${isNowReplaced}`,
        nextAttemptAt: after(sql`${attempts} + 1`),
      },
    })
}

/** Sets a study aside until an administrator lets it in, or its AE title is registered. */
export async function recordUnknownAeTitle(tx: Db, orthancId: string, unknownAeTitle: string): Promise<void> {
  const never = sql`'9999-01-01'::timestamptz`
  const set = { unknownAeTitle, reason: 'unknown AE title', nextAttemptAt: never }
  await tx
    .insert(intakeFailures)
    .values({ orthancId, ...set })
    .onConflictDoUpdate({
      target: intakeFailures.orthancId,
      set: { ...set, revision: sql`${intakeFailures.revision} + 1`, isAccepted: false },
    })
}

/** Studies that wait for their AE title to be registered are tried again at once. */
export async function retryUnknownAeTitle(db: Db, aeTitle: string): Promise<void> {
  await db
    .update(intakeFailures)
    .set({ nextAttemptAt: atOnce, revision: sql`${intakeFailures.revision} + 1` })
    .where(eq(intakeFailures.unknownAeTitle, sql`upper(${aeTitle})`))
}

/** Leaves a change to the next attempt of a study that waits for one: an attempt under way may not have seen it. */
export async function leaveToAttempt(
  tx: Db,
  orthancId: string,
  { isReplaced: isNowReplaced }: Pick<NewFailure, 'isReplaced'>,
): Promise<void> {
  const { revision, isReplaced } = intakeFailures
  await tx
    .update(intakeFailures)
    .set({ revision: sql`${revision} + 1`, isReplaced: sql`${isReplaced} or ${isNowReplaced}` })
    .where(eq(intakeFailures.orthancId, orthancId))
}

export async function clearFailure(tx: Db, orthancId: string): Promise<void> {
  await tx.delete(intakeFailures).where(eq(intakeFailures.orthancId, orthancId))
}

/** Orthanc ids of failed studies whose next attempt is due. */
export async function listDueFailures(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ orthancId: intakeFailures.orthancId })
    .from(intakeFailures)
    .where(lte(intakeFailures.nextAttemptAt, sql`now()`))
    .orderBy(asc(intakeFailures.nextAttemptAt))
    .limit(limit)
  return rows.map(({ orthancId }) => orthancId)
}
