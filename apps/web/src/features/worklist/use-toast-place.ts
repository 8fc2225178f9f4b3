import { type RefObject, useEffect } from 'react'
import { worklistColumns } from './columns.tsx'

/** What is done to a row stands at its end. */
const actionsWidth = worklistColumns
  .filter(({ interactive, pinned }) => interactive && !pinned)
  .reduce((width, { size }) => width + size, 0)

/** Toasts stand on no control: below the head of the list, and on a table beside the buttons of its rows (lib/notify.tsx). */
export function useToastPlace(ref: RefObject<HTMLElement | null>, isTable: boolean) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const place = () => {
      style.setProperty('--toast-top', `calc(${element.getBoundingClientRect().top}px + var(--head-h) + 8px)`)
      style.setProperty('--toast-right', isTable ? `${actionsWidth + 16}px` : '16px')
    }
    // What is above it grows and shrinks at its expense.
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
