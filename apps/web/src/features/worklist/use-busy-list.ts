import { type RefObject, useEffect, useRef } from 'react'

/** Tells whether somebody is on the list: a row is under the pointer or focused, or the list is scrolled. Then nothing may move. */
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
