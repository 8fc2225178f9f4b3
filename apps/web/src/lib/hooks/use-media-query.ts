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

/** Specification 9: below 1024 px the worklist is cards. */
export const useIsDesktop = () => useMediaQuery('(min-width: 1024px)')

/** Room for a rail beside the columns that a worklist shows at first. */
export const useIsWide = () => useMediaQuery('(min-width: 2200px)')

export const useReducedMotion = () => useMediaQuery('(prefers-reduced-motion: reduce)')
