import { useSyncExternalStore } from 'react'
import { useIsWide } from '../../lib/hooks/use-media-query.ts'

const storageKey = 'savedListsFolded'
const changed = new EventTarget()

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Whether the rail is folded: as it was left in this browser, and until somebody touches it, where there is no room for it. */
export function useFolded() {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey))
  const isWide = useIsWide()
  const setFolded = (folded: boolean) => {
    localStorage.setItem(storageKey, String(folded))
    changed.dispatchEvent(new Event('change'))
  }
  return { folded: kept === null ? !isWide : kept === 'true', setFolded }
}
