import { useSyncExternalStore } from 'react'

/** State of the live connection. `connected` is shown as Live, the other states as Offline. */
export type LiveStatus = 'connecting' | 'connected' | 'disconnected'

let status: LiveStatus = 'connecting'
const listeners = new Set<() => void>()

export function setLiveStatus(next: LiveStatus) {
  status = next
  for (const listener of listeners) listener()
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => status,
  )
}
