import { type RefObject, useEffect } from 'react'
import { worklistColumns } from '../columns/columns.tsx'

/** The width of the row actions, which are at the end of a row. */
const actionsWidth = worklistColumns
  .filter(({ interactive, pinned }) => interactive && !pinned)
  .reduce((width, { size }) => width + size, 0)

/** Positions toasts so that they cover no controls: below the head of the list and, on a table, beside the buttons of its rows (lib/notify.tsx). */
export function useToastPlace(ref: RefObject<HTMLElement | null>, isTable: boolean) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const place = () => {
      style.setProperty('--toast-top', `calc(${element.getBoundingClientRect().top}px + var(--head-h) + 8px)`)
      style.setProperty('--toast-right', isTable ? `${actionsWidth + 16}px` : '16px')
    }
    // The height of the list changes with the content above it.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    place()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-top')
      style.removeProperty('--toast-right')
    }
  }, [ref, isTable])
}
