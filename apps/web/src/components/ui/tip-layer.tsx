import { useEffect, useLayoutEffect, useRef, useState } from 'react'

type Tip = { text: string; left: number; top: number; below: boolean }

const delayMs = 350

/** Returns the tip of an element: its `data-tip`, or the full text of a cut-off `data-full`. */
function tipOf(target: EventTarget | null): { element: Element; text: string } | null {
  const element = target instanceof Element ? target.closest('[data-tip],[data-full]') : null
  if (!element) return null
  const cut = element.hasAttribute('data-full') && element.scrollWidth > element.clientWidth
  const text = element.getAttribute('data-tip') ?? (cut ? element.textContent : null)
  return text ? { element, text } : null
}

function place(element: Element, text: string): Tip {
  const box = element.getBoundingClientRect()
  const below = box.top < 40
  return { text, left: box.left + box.width / 2, top: below ? box.bottom + 4 : box.top - 4, below }
}

/** Pixels between a tip and the edge of the window. */
const margin = 8

/** Moves a tip sideways until all of it is on the screen. */
function useKeepOnScreen(tip: Tip | null) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element || !tip) return
    const half = element.offsetWidth / 2 + margin
    const left = Math.max(Math.min(tip.left, window.innerWidth - half), half)
    element.style.left = `${left}px`
  }, [tip])
  return ref
}

/** Shows the tips of the whole page with one listener, so that thousands of cells need no component of their own. */
export function TipLayer() {
  const [tip, setTip] = useState<Tip | null>(null)

  useEffect(() => {
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setTip(null)
    }
    const show = (event: Event) => {
      hide()
      const found = tipOf(event.target)
      if (!found) return
      timer = setTimeout(() => found.element.isConnected && setTip(place(found.element, found.text)), delayMs)
    }
    const showFocus = (event: Event) => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event)
    }
    const options = { signal: ending.signal, capture: true, passive: true }
    document.addEventListener('pointerover', show, options)
    document.addEventListener('focusin', showFocus, options)
    for (const type of ['pointerdown', 'keydown', 'scroll', 'focusout']) document.addEventListener(type, hide, options)
    return () => {
      clearTimeout(timer)
      ending.abort()
    }
  }, [])

  const ref = useKeepOnScreen(tip)
  if (!tip) return null
  return (
    <div
      ref={ref}
      role="tooltip"
      className="enter-fast pointer-events-none fixed z-(--z-tooltip) w-max max-w-80 -translate-x-1/2 rounded-sm bg-tip px-2 py-1 text-xs break-words text-tip-text"
      style={{ left: tip.left, top: tip.top, transform: tip.below ? undefined : 'translateY(-100%)' }}
    >
      {tip.text}
    </div>
  )
}
