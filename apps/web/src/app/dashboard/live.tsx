import { useLive } from '../../features/live/use-live.ts'
import type { WorklistLive } from '../../features/worklist/worklist.tsx'

/** The live connection of the worklist above it. */
export function Live(handlers: WorklistLive) {
  useLive(handlers)
  return null
}
