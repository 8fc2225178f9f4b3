import { lockIntake, moveCursor } from '@readroom/db/queries/intake'
import { readTakenIn } from '@readroom/db/queries/intake-studies'
import type { Series } from '@readroom/orthanc/answers'
import { sql } from 'drizzle-orm'
import type { IntakeContext } from './context.ts'
import { guarded, noteFailure } from './guard.ts'
import { makeSnapshot } from './snapshot.ts'
import { takeIn } from './take-in.ts'
import { readTouched } from './touched.ts'

/** A new study of one image makes four changes. */
const CHANGES_AT_ONCE = 500

export type PollResult = { more: boolean; wiped: boolean }

/**
 * Takes in what changed in the archive since the cursor and moves the cursor, in one transaction: a worker that dies at any moment
 * has done either all of it or nothing.
 */
export async function pollOnce(context: IntakeContext): Promise<PollResult> {
  const { database, orthanc, log } = context
  return database.db.transaction(async (tx) => {
    const cursor = await lockIntake(tx)
    const { Changes, Done, Last } = await orthanc.getChanges(cursor, CHANGES_AT_ONCE)
    if (Last < cursor) {
      log.warn({ cursor, last: Last }, 'the archive starts anew: everything is compared again')
      await moveCursor(tx, 0)
      return { more: true, wiped: true }
    }
    const touched = await readTouched(orthanc, Changes, {
      failed: (orthancId, error) => noteFailure(context, tx, orthancId, error),
      beat: () => tx.execute(sql`select 1`),
    })
    const takenIn = await readTakenIn(tx, [...touched.keys()])
    for (const [orthancId, { series, replaced }] of touched) {
      await guarded(context, tx, orthancId, async (inner) => {
        const tell = replaced || hasOtherSeries(series, takenIn.get(orthancId))
        await takeIn(inner, await makeSnapshot(orthanc, orthancId, series, tell), { replaced })
      })
    }
    if (Last !== cursor) await moveCursor(tx, Last)
    return { more: !Done, wiped: false }
  })
}

/** A known study with other series than before may know more about itself; an unknown one has told nothing. */
function hasOtherSeries(series: Series[], known: Map<string, number> | undefined): boolean {
  return known === undefined || series.length !== known.size || series.some(({ ID }) => !known.has(ID))
}
