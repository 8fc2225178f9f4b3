import type { Orthanc } from '@readroom/orthanc/client'
import type { Heartbeats } from '@readroom/process/heartbeats'
import type { Logger } from 'pino'
import { startLoop } from './loop.ts'
import type { RefusalCounts } from './port-refusals.ts'
import { createPortWatch, type PortWatch } from './port-watch.ts'

/** Two tests without an answer take less time than its supervisor waits before it ends an archive that hangs. */
const FAILURES = 2
const LOOK_MS = 5_000

type Watched = {
  orthanc: Pick<Orthanc, 'system'>
  refusals: Pick<RefusalCounts, 'count'>
  log: Logger
  heartbeats: Heartbeats
  watch?: PortWatch
}

/** Notes an image archive that hangs for the page System, before its supervisor ends it. */
export function watchArchive({ orthanc, refusals, log, heartbeats, watch = createPortWatch({ failures: FAILURES }) }: Watched) {
  return startLoop({
    name: 'archive-watch',
    log,
    heartbeats,
    round: async () => {
      if (await watch.hasHung('archive', () => orthanc.system())) {
        log.error('the image archive did not answer')
        refusals.count({ port: 'archive', labId: null, address: '', aeTitle: '', reason: 'no answer' })
      }
      return LOOK_MS
    },
  })
}
