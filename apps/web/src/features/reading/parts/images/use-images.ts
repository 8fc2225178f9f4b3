import { useEffect, useState } from 'react'
import { notify } from '../../../../lib/notify.tsx'
import { openImagesWindow } from '../../../images/viewer/open-viewer.ts'

const lookEveryMs = 500

/** Shows the images in the page or in a separate window that follows it from study to study. */
export function useImages() {
  const [opened, setOpened] = useState<Window | null>(null)

  useEffect(() => {
    if (!opened) return
    const timer = setInterval(() => opened.closed && setOpened(null), lookEveryMs)
    // Empties the window when this page goes, because nothing would keep it up to date.
    const empty = () => {
      opened.document.title = 'Images - Readroom'
      opened.document.body.replaceChildren()
    }
    window.addEventListener('pagehide', empty)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', empty)
      if (!opened.closed) empty()
    }
  }, [opened])

  return {
    opened,
    isApart: opened !== null,
    /** Moves the images to a separate window. Returns true if the browser opened it. */
    moveOut(): boolean {
      const made = openImagesWindow()
      setOpened(made)
      if (!made) notify.error('Failed to open OHIF viewer', { description: 'Please allow pop-up windows for this site.' })
      return made !== null
    },
    show: () => opened?.focus(),
    bringBack() {
      opened?.close()
      setOpened(null)
    },
  }
}

export type Images = ReturnType<typeof useImages>
