import { moveCursor, readCursor } from '@readroom/db/studies/intake/intake'
import { readSettledImages, readTakenIn } from '@readroom/db/studies/intake/intake-studies'
import type { Series } from '@readroom/orthanc/answers'
import { takeAnswer } from './answer.ts'
import type { IntakeContext } from './context.ts'
import { makeSnapshot, readSeries, type Snapshot } from './snapshot.ts'
import { takeIn } from './take-in.ts'
import { followChanges, type Touched } from './touched.ts'

/** A new study of one image makes four changes. */
const CHANGES_AT_ONCE = 500

/** Somebody else writes of the same study only now and then. */
const TRIES = 5

export type PollResult = { more: boolean; wiped: boolean }

/**
 * Takes in what changed in the archive since the cursor, each study in a transaction of its own, and then moves the cursor, unless another
 * worker did: a worker that dies at any moment does the last steps again, which changes nothing.
 */
export async function pollOnce(context: IntakeContext): Promise<PollResult> {
  const { database, orthanc, log } = context
  const cursor = await readCursor(database.db)
  const { Changes, Done, Last } = await orthanc.getChanges(cursor, CHANGES_AT_ONCE)
  if (Last < cursor) {
    const wiped = await moveCursor(database.db, cursor, 0)
    if (wiped) log.warn({ cursor, last: Last }, 'the archive starts anew: everything is compared again')
    return { more: true, wiped }
  }
  const { isAllWritten } = await followChanges(context, Changes, (touched) => takeTouched(context, touched))
  if (!isAllWritten) return { more: true, wiped: false }
  const isMoved = Last === cursor || (await moveCursor(database.db, cursor, Last))
  return { more: !Done || !isMoved, wiped: false }
}

/** Returns the study's series if they were read; undefined: somebody else kept writing of it. */
async function takeTouched(context: IntakeContext, touched: Touched): Promise<Series[] | undefined> {
  const { orthancId, replaced } = touched
  const ask = async () => {
    const series = await readSeries(context.orthanc, orthancId)
    return { series, snapshot: series && (await readSnapshot(context, touched, series)) }
  }
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { written, answer } = await takeAnswer(context, orthancId, {
      ask,
      replaced,
      // A study that is gone again is the sweep's to find.
      write: async (tx, { snapshot }, entry) => {
        if (snapshot) await takeIn(tx, snapshot, entry)
      },
    })
    if (written !== 'stale') return answer?.series ?? []
  }
  return undefined
}

async function readSnapshot({ database, orthanc }: IntakeContext, touched: Touched, series: Series[]): Promise<Snapshot> {
  const { orthancId, replaced, arrived } = touched
  const known = (await readTakenIn(database.db, [orthancId])).get(orthancId)
  const tell = replaced || hasOtherSeries(series, known)
  const settled = replaced || hasAsManyImages(series, known) ? await readSettledImages(database.db, orthancId) : null
  return makeSnapshot(orthanc, orthancId, series, { tell, known: replaced ? undefined : known, arrived, settled })
}

/** Images came, and there are no more than before: they may have come in place of others. */
function hasAsManyImages(series: Series[], known: Map<string, number> | undefined): boolean {
  return series.every(({ ID, Instances }) => known?.get(ID) === Instances.length)
}

/** A known study with other series than before may know more about itself; an unknown one has told nothing. */
function hasOtherSeries(series: Series[], known: Map<string, number> | undefined): boolean {
  return known === undefined || series.length !== known.size || series.some(({ ID }) => !known.has(ID))
}
