import { listReportSeries } from '@readroom/db/reports/archived-reports'
import { readSeriesCounts, readTakenIn } from '@readroom/db/studies/intake/intake-studies'
import { endSweepPass, moveSweep, readSweepPosition } from '@readroom/db/studies/sweep'
import type { IntakeContext } from '../intake/context.ts'
import { compareStudy } from '../intake/one-study.ts'
import { requestsOfStudy } from '../intake/pace.ts'

/** Of series, with the ids of their images: some hundreds of kilobytes, as scanners make series. */
const PAGE = 100

type Page = { length: number; differing: Iterable<string> }
type Walk = (context: IntakeContext, since: number) => Promise<Page>

/** Images that came or went. */
const compareSeries: Walk = async ({ database, orthanc }, since) => {
  const page = await orthanc.listSeries(since, PAGE)
  const known = await readSeriesCounts(
    database.db,
    page.map(({ ID }) => ID),
  )
  const reports = await listReportSeries(
    database.db,
    page.map(({ MainDicomTags }) => MainDicomTags.SeriesInstanceUID ?? ''),
  )
  const isOther = ({ MainDicomTags }: (typeof page)[number]) => !reports.has(MainDicomTags.SeriesInstanceUID ?? '')
  const differing = page.filter((series) => known.get(series.ID) !== series.Instances.length && isOther(series))
  return { length: page.length, differing: new Set(differing.map(({ ParentStudy }) => ParentStudy)) }
}

/** Series that went, of which the archive's list of series says nothing. */
const compareStudies: Walk = async ({ database, orthanc }, since) => {
  const page = await orthanc.listStudiesWithSeries(since, PAGE)
  const known = await readTakenIn(
    database.db,
    page.map(({ ID }) => ID),
  )
  const differing = page.filter(({ ID, Series }) => {
    const series = known.get(ID)
    return series === undefined || series.size !== Series.length || Series.some((id) => !series.has(id))
  })
  return { length: page.length, differing: differing.map(({ ID }) => ID) }
}

const walks: readonly Walk[] = [compareStudies, compareSeries]

/**
 * Compares what studies consist of, a hundred for each request. Goes on where it ended last, also after a restart, and gives way to the rest of
 * the sweep after its interval.
 */
export async function compareParts(context: IntakeContext, signal: AbortSignal): Promise<void> {
  const until = performance.now() + context.sweepSeconds * 1000
  for (let ended = 0; ended < walks.length && performance.now() < until; ) {
    const isEnd = await comparePage(context, signal)
    if (signal.aborted) return
    if (isEnd) ended += 1
  }
}

async function comparePage(context: IntakeContext, signal: AbortSignal): Promise<boolean> {
  const { database, pace } = context
  const { pass, since } = await readSweepPosition(database.db)
  const walk = walks[pass % walks.length]
  await pace.take(1, signal)
  if (signal.aborted || !walk) return false
  const { length, differing } = await walk(context, since)
  for (const orthancId of differing) {
    await pace.take(requestsOfStudy, signal)
    if (signal.aborted) return false
    await compareStudy(context, orthancId)
  }
  await (length === 0 ? endSweepPass(database.db) : moveSweep(database.db, since + length))
  return length === 0
}
