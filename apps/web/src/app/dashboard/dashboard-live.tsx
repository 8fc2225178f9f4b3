import { useLive } from '../../features/live/use-live.ts'
import { useCountsRefresh } from '../../features/saved-lists/use-counts-refresh.ts'
import type { WorklistLive } from '../../features/worklist/worklist.tsx'

/** The live connection of the worklist above it, whose changes the counts of the saved lists follow. */
export function DashboardLive({ onMessage, onReconnected }: WorklistLive) {
  const countAnew = useCountsRefresh()
  useLive({
    onMessage(message) {
      onMessage(message)
      if ('studyId' in message) countAnew()
    },
    onReconnected() {
      onReconnected()
      countAnew()
    },
  })
  return null
}
