import { useEffect, useState, useSyncExternalStore } from 'react'
import { useReducedMotion } from './use-media-query.ts'

function subscribeToVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/**
 * Cycles through `count` items and shows each for `everyMs`. Stands still while held, while the tab is hidden and with reduced motion. Afterwards the
 * current item gets its full time.
 */
export function useRotation(count: number, everyMs: number, held = false): [index: number, show: (index: number) => void] {
  const [index, setIndex] = useState(0)
  const hidden = useSyncExternalStore(subscribeToVisibility, () => document.hidden)
  const still = useReducedMotion() || hidden || held
  useEffect(() => {
    if (still) return
    const timer = setTimeout(() => setIndex((index + 1) % count), everyMs)
    return () => clearTimeout(timer)
  }, [still, index, count, everyMs])
  return [index, setIndex]
}
