import { useSyncExternalStore } from 'react'

/** Smaller differences are the way of the answer, and the seconds that the header leaves out. */
const noticedMs = 2_000
const everyMs = 5_000

/** How far the server's clock is ahead of the device's. */
let aheadMs = 0

/** Learns the server's time from the `Date` header of an answer. */
export function noteServerTime(header: string | null): void {
  const found = Date.parse(header ?? '') - Date.now()
  if (Math.abs(found - aheadMs) > noticedMs) aheadMs = found
}

/** Returns the time by the server's clock; by the device's until the first answer. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls all listeners of the page by one timer. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns a value that depends on the server's time. The component renders again only when the value changes. */
export const useServerTime = <T extends string | number | null>(read: (now: Date) => T): T =>
  useSyncExternalStore(subscribe, () => read(serverNow()))
