import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.tsx'
import { openImagesWindow } from '../images/viewer/open-viewer.ts'
import type { Standing } from './images/frame-slots.ts'

const lookEveryMs = 500

/** Shows the study's images in the page or in a separate window that follows it. */
export function useImages(studyId: string) {
  const [opened, setOpened] = useState<Window | null>(null)
  /** The prior shown beside a study. */
  const [beside, setBeside] = useState<{ studyId: string; priorId: string | undefined } | null>(null)
  const [standing, setStanding] = useState<Standing>('opening')

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
    priorId: beside?.studyId === studyId ? beside.priorId : undefined,
    showBeside: (prior: string | undefined) => setBeside({ studyId, priorId: prior }),
    opened,
    isApart: opened !== null,
    standing,
    setStanding,
    /** Moves the images to a separate window. Returns true if the browser opened it. */
    moveOut(): boolean {
      const made = openImagesWindow()
      if (made) setStanding('opening')
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
