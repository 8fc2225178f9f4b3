import { type RefObject, useEffect } from 'react'

/** Toasts stand below the head of a list, and so on none of the controls above it (components/ui/toaster.tsx). */
export function useToastsBelow(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const place = () => style.setProperty('--toast-top', `calc(${element.getBoundingClientRect().top}px + var(--head-h) + 8px)`)
    // What is above it grows and shrinks at its expense.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    place()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-top')
    }
  }, [ref])
}
