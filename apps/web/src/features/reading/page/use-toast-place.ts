import { type RefObject, useEffect } from 'react'

/** The most room that a toast needs beside the report, and the distance that it keeps (styles/base.css). */
const toastWidth = 400
const gap = 16
/** The height of the line above the report with its template and its save state. */
const headHeight = 40

/** The height of the keyboard's line and the viewer's tools above the images. */
const toolsHeight = 84

/** Positions toasts over the images, below the tools, so that they cover no report (lib/notify.tsx). Without room, they are below its save state. */
export function useToastPlace(report: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = report.current
    if (!element) return
    const { style } = document.documentElement
    const place = () => {
      const { left, top } = element.getBoundingClientRect()
      const isBeside = left >= toastWidth + 2 * gap
      style.setProperty('--toast-top', `${top + (isBeside ? toolsHeight : headHeight) + gap / 2}px`)
      style.setProperty('--toast-right', `${isBeside ? window.innerWidth - left + gap : gap}px`)
    }
    // The width of the report changes with the splitter, the panes and the images.
    const observer = new ResizeObserver(place)
    observer.observe(element)
    place()
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-top')
      style.removeProperty('--toast-right')
    }
  }, [report])
}
