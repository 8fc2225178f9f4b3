import { performance } from 'node:perf_hooks'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { Seen } from './open-page.ts'

/** For `openPage`: `untilRow` resolves with the time at which the page has the row of a study, or its row once the archive has settled it. */
export function watchRows() {
  const waiting: { matches: (row: WorklistRow) => boolean; resolve: (at: number) => void }[] = []
  const seen: Seen = (row) => {
    for (const wait of waiting) if (wait.matches(row)) wait.resolve(performance.now())
  }
  const untilRow = (uid: string, settled: boolean) =>
    new Promise<number>((resolve) => {
      const isThere = (row: WorklistRow) => row.studyInstanceUID === uid
      waiting.push({ matches: (row) => isThere(row) && (!settled || row.workflowStatus === 'pending_assignment'), resolve })
    })
  return { seen, untilRow }
}
