import { useCallback, useSyncExternalStore } from 'react'

function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Returns true if the window has room for the table. Below 1024 px the worklist shows cards. */
export const useIsDesktop = () => useMediaQuery('(min-width: 1024px)')

/** Returns true if there is room for a rail beside the worklist's default columns. */
export const useIsWide = () => useMediaQuery('(min-width: 2200px)')

export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
