import { useSyncExternalStore } from 'react'
import { useIsWide } from '../../../lib/hooks/use-media-query.ts'

const storageKey = 'savedListsFolded'
const changed = new EventTarget()

function subscribe(listener: () => void) {
  changed.addEventListener('change', listener)
  return () => changed.removeEventListener('change', listener)
}

/** Keeps the rail folded or open as the user left it in this browser. By default it is folded if there is no room for it. */
export function useFolded() {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey))
  const isWide = useIsWide()
  const setFolded = (folded: boolean) => {
    localStorage.setItem(storageKey, String(folded))
    changed.dispatchEvent(new Event('change'))
  }
  return { folded: kept === null ? !isWide : kept === 'true', setFolded }
}
