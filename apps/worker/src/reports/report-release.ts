import type { Database } from '@readroom/db/core/client'
import { releaseReports } from '@readroom/domain/reading/report-recall'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'
import { type Loop, startLoop } from '../core/loop.ts'

/** The longest pause. A report that is signed meanwhile, with a shorter recall time, is late by this much at most. */
const LOOK_MS = 1_000

type ReleaseContext = { database: Pick<Database, 'db'>; log: Logger; heartbeats: Heartbeats }

/** Releases each report at the end of its recall time (docs/decisions/signing.md). */
export function startReportRelease({ database, log, heartbeats }: ReleaseContext): Loop {
  const round = async () => Math.min((await releaseReports(database.db)) ?? LOOK_MS, LOOK_MS)
  return startLoop({ name: 'release', log, heartbeats, round })
}
