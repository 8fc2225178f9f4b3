import { advisoryLocks } from '@readroom/db/advisory-locks'
import { listFailed, lockIntake } from '@readroom/db/queries/intake'
import { listPresentStudies, readSweptStudies, type SweptStudy } from '@readroom/db/queries/intake-studies'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import { withAdvisoryLock } from './advisory-lock.ts'
import type { IntakeContext } from './context.ts'
import { guarded } from './guard.ts'
import { compareStudy } from './one-study.ts'

const STUDIES_AT_ONCE = 200

/**
 * Compares the whole archive with the database, for what the change log does not tell: deletions, and whatever was missed.
 * False: another worker is at it. Ends early when `signal` is aborted.
 */
export async function sweepOnce(context: IntakeContext, signal: AbortSignal): Promise<boolean> {
  return withAdvisoryLock(context.database.pool, advisoryLocks.sweep, async () => {
    const present = await compareArchive(context, signal)
    if (!signal.aborted) await compareDatabase(context, present, signal)
  })
}

/** Answers the Orthanc ids of all studies of the archive. */
async function compareArchive(context: IntakeContext, signal: AbortSignal): Promise<Set<string>> {
  const { database, orthanc } = context
  const present = new Set<string>()
  for (let since = 0; !signal.aborted; since += STUDIES_AT_ONCE) {
    const ids = await orthanc.listStudies(since, STUDIES_AT_ONCE)
    if (ids.length === 0) break
    const known = await readSweptStudies(database.db, ids)
    const failed = await listFailed(database.db, ids)
    for (const id of ids) {
      present.add(id)
      if (failed.has(id) || signal.aborted) continue
      if (await differs(context, id, known.get(id))) await compareLocked(context, id)
    }
  }
  return present
}

async function differs({ orthanc }: IntakeContext, orthancId: string, study: SweptStudy | undefined): Promise<boolean> {
  if (!study || study.imagesMissingAt !== null) return true
  try {
    const { CountInstances, CountSeries } = await orthanc.getStudyStatistics(orthancId)
    return CountInstances !== study.imageCount || CountSeries !== study.seriesCount
  } catch (error) {
    if (error instanceof OrthancNotFound) return true
    throw error
  }
}

/** Studies of the database that the archive did not list; a deletion shifts its pages, so each is looked up before it counts as missing. */
async function compareDatabase(context: IntakeContext, present: Set<string>, signal: AbortSignal): Promise<void> {
  let after: string | null = null
  while (!signal.aborted) {
    const rows: SweptStudy[] = await listPresentStudies(context.database.db, after, STUDIES_AT_ONCE)
    for (const { orthancId } of rows) if (!present.has(orthancId)) await compareLocked(context, orthancId)
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}

async function compareLocked(context: IntakeContext, orthancId: string): Promise<void> {
  await context.database.db.transaction(async (tx) => {
    await lockIntake(tx)
    await guarded(context, tx, orthancId, (inner) => compareStudy(context, inner, orthancId))
  })
}
