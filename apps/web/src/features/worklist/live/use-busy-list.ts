import { type RefObject, useEffect, useRef } from 'react'

/** Returns a function that tells if the list is in use: a row is hovered or focused, or the list is scrolled. Rows must not move then. */
export function useBusyList(scrollRef: RefObject<HTMLDivElement | null>): () => boolean {
  const hovered = useRef(false)
  useEffect(() => {
    const list = scrollRef.current
    const onMove = (event: PointerEvent) => {
      hovered.current =
        event.pointerType === 'mouse' && event.target instanceof Element && event.target.closest('[data-study]') !== null
    }
    const onLeave = () => {
      hovered.current = false
    }
    list?.addEventListener('pointerover', onMove)
    list?.addEventListener('pointerleave', onLeave)
    return () => {
      list?.removeEventListener('pointerover', onMove)
      list?.removeEventListener('pointerleave', onLeave)
    }
  }, [scrollRef])

  return () => {
    const list = scrollRef.current
    if (!list) return false
    const focused = document.activeElement?.closest('[data-study]')
    return hovered.current || list.scrollTop > 0 || (focused != null && list.contains(focused))
  }
}
