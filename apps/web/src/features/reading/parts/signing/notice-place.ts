import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Gives the notice of the last signed report a place in the page. A ref callback: null takes the place away. */
export function setNoticePlace(element: HTMLElement | null): void {
  place = element
  for (const listener of listeners) listener()
}

export const useNoticePlace = (): HTMLElement | null => useSyncExternalStore(subscribe, () => place)
