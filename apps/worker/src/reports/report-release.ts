import type { Database } from '@readroom/db/core/client'
import { releaseReports } from '@readroom/domain/reading/report-recall'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'
import { type Loop, startLoop } from '../core/loop.ts'

/** The longest pause. A report that is signed meanwhile, with a shorter recall time, is late by this much at most. */
const LOOK_MS = 1_000

/** The longest time between two attempts at a report that cannot be released. */
const LONGEST_REST_MS = 15_000

type RoundContext = { database: Pick<Database, 'db'>; log: Logger }
type ReleaseContext = RoundContext & { heartbeats: Heartbeats }

/** A report that could not be released. `restsUntil`: on the monotonic clock, in milliseconds. */
type Failing = { attempts: number; restsUntil: number }

/**
 * Returns a function that releases the reports whose time is over, and returns the milliseconds until it must run again. A report that cannot be
 * released is tried again after the others, and after a rest that doubles, so that it delays none of them.
 */
export function createReleaseRound({ database: { db }, log }: RoundContext): () => Promise<number> {
  const failing = new Map<string, Failing>()

  function note(reportId: string, error: unknown): void {
    const attempts = (failing.get(reportId)?.attempts ?? 0) + 1
    if (attempts === 1) log.error({ reportId, err: error }, 'a report could not be released; it will be repeated')
    const restMs = Math.min(LONGEST_REST_MS, LOOK_MS * 2 ** Math.min(attempts, 10))
    failing.set(reportId, { attempts, restsUntil: performance.now() + restMs })
  }

  async function retry(reportIds: readonly string[]): Promise<void> {
    const others = [...failing.keys()].filter((reportId) => !reportIds.includes(reportId))
    const { failures } = await releaseReports(db, others)
    for (const reportId of reportIds) {
      if (failures.has(reportId)) continue
      failing.delete(reportId)
      log.info({ reportId }, 'a report that could not be released waits no longer')
    }
    for (const [reportId, error] of failures) note(reportId, error)
  }

  return async () => {
    const { waitMs, failures } = await releaseReports(db, [...failing.keys()])
    for (const [reportId, error] of failures) note(reportId, error)
    const rested = [...failing].filter(([, { restsUntil }]) => restsUntil <= performance.now())
    if (rested.length > 0) await retry(rested.map(([reportId]) => reportId))
    return Math.min(waitMs ?? LOOK_MS, LOOK_MS)
  }
}

/** Releases each report at the end of its recall time (docs/decisions/reading/signing.md). */
export function startReportRelease({ heartbeats, ...context }: ReleaseContext): Loop {
  return startLoop({ name: 'release', log: context.log, heartbeats, round: createReleaseRound(context) })
}
