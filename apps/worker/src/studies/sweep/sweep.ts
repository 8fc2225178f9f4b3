import { advisoryLocks } from '@readroom/db/core/advisory-locks'
import { withAdvisoryLock } from '@readroom/db/core/with-advisory-lock'
import {
  listPresentStudies,
  listRecentStudies,
  readSweptStudies,
  type SweptStudy,
} from '@readroom/db/studies/intake/intake-studies'
import { OrthancNotFound } from '@readroom/orthanc/errors'
import type { IntakeContext } from '../intake/context.ts'
import { compareStudy } from '../intake/one-study.ts'
import { requestsOfStudy } from '../intake/pace.ts'
import { sampleFiles } from './sweep-files.ts'
import { compareParts } from './sweep-parts.ts'

const IDS_AT_ONCE = 1000
const RECENT_STUDIES = 20

/**
 * Compares the archive with the database, for what the change log does not tell: deletions, and whatever was missed. First which studies there
 * are, of which one request tells a thousand; then how many images they have, from where the last sweep ended; then some of their files. Never
 * makes more requests than its pace allows. False: another worker is at it. Ends early when `signal` is aborted.
 */
export async function sweepOnce(context: IntakeContext, signal: AbortSignal): Promise<boolean> {
  return withAdvisoryLock(context.database.pool, advisoryLocks.sweep, async () => {
    await compareRecent(context, signal)
    const present = await compareArchive(context, signal)
    if (!signal.aborted) await compareDatabase(context, present, signal)
    await compareParts(context, signal)
    await sampleFiles(context, signal)
  })
}

async function compareRecent(context: IntakeContext, signal: AbortSignal): Promise<void> {
  const recent = await listRecentStudies(context.database.db, RECENT_STUDIES)
  for (const study of recent) {
    await context.pace.take(1, signal)
    if (signal.aborted) return
    if (await differs(context, study)) await comparePaced(context, study.orthancId, signal)
  }
}

async function differs({ orthanc }: IntakeContext, study: SweptStudy): Promise<boolean> {
  try {
    const { CountInstances, CountSeries } = await orthanc.getStudyStatistics(study.orthancId)
    return CountInstances !== study.imageCount || CountSeries !== study.seriesCount
  } catch (error) {
    if (error instanceof OrthancNotFound) return true
    throw error
  }
}

/** Returns the Orthanc ids of all studies of the archive. */
async function compareArchive(context: IntakeContext, signal: AbortSignal): Promise<Set<string>> {
  const { database, orthanc, pace } = context
  const present = new Set<string>()
  for (let since = 0; ; since += IDS_AT_ONCE) {
    await pace.take(1, signal)
    if (signal.aborted) break
    const ids = await orthanc.listStudies(since, IDS_AT_ONCE)
    if (ids.length === 0) break
    const known = await readSweptStudies(database.db, ids)
    for (const id of ids) {
      present.add(id)
      const study = known.get(id)
      if (!study || study.imagesMissingAt !== null) await comparePaced(context, id, signal)
    }
  }
  return present
}

/** Studies of the database that the archive did not list; a deletion shifts its pages, so each is looked up before it counts as missing. */
async function compareDatabase(context: IntakeContext, present: Set<string>, signal: AbortSignal): Promise<void> {
  let after: string | null = null
  while (!signal.aborted) {
    const rows: SweptStudy[] = await listPresentStudies(context.database.db, after, IDS_AT_ONCE)
    for (const { orthancId } of rows) if (!present.has(orthancId)) await comparePaced(context, orthancId, signal)
    after = rows.at(-1)?.id ?? null
    if (after === null) return
  }
}

async function comparePaced(context: IntakeContext, orthancId: string, signal: AbortSignal): Promise<void> {
  await context.pace.take(requestsOfStudy, signal)
  if (!signal.aborted) await compareStudy(context, orthancId)
}
