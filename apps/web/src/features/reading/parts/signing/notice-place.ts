import { useSyncExternalStore } from 'react'
import { createStore } from '../../../../lib/store.ts'

const { state, set, subscribe } = createStore<{ place: HTMLElement | null }>({ place: null })

/** Gives the notice of the last signed report a place in the page. A ref callback: null takes the place away. */
export const setNoticePlace = (place: HTMLElement | null): void => set({ place })

export const useNoticePlace = (): HTMLElement | null => useSyncExternalStore(subscribe, () => state().place)
