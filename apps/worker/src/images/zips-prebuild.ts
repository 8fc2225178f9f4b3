import { listStudiesToPrebuild, listZipsUnderWay } from '@readroom/db/images/zips'
import { requestStudyZip, requeueZip } from '@readroom/domain/images/zips'
import { listUnfinishedJobs } from '@readroom/jobs/queues'
import type { JobsContext } from '../core/jobs/context.ts'

const STUDIES_AT_ONCE = 200
const RETRY_FAILED_HOURS = 6

/** Asks for the ZIPs that recent studies lack, and again for those whose job got lost with Redis. */
export async function prebuildZips(context: JobsContext): Promise<void> {
  const { database, log, zipPrebuildDays } = context
  const lost = await listLostZips(context)
  for (const zipId of lost) await database.db.transaction((tx) => requeueZip(tx, zipId))
  const options = { recentDays: zipPrebuildDays, retryFailedHours: RETRY_FAILED_HOURS, limit: STUDIES_AT_ONCE }
  const lacking = await listStudiesToPrebuild(database.db, options)
  for (const study of lacking) await database.db.transaction((tx) => requestStudyZip(tx, study))
  const found = { lost: lost.length, lacking: lacking.length }
  if (found.lost + found.lacking > 0) log.info(found, 'ZIPs requested')
}

/** The rows are read before the queue: a job reaches the queue before it leaves the outbox. */
async function listLostZips({ database, queues }: JobsContext): Promise<string[]> {
  const underWay = await listZipsUnderWay(database.db)
  if (underWay.length === 0) return []
  const queued = new Set((await listUnfinishedJobs(queues, 'zip.build')).map(({ zipId }) => zipId))
  return underWay.filter((zipId) => !queued.has(zipId))
}
