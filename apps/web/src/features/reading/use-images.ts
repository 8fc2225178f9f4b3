import { useEffect, useState } from 'react'
import { notify } from '../../lib/notify.tsx'
import { openImagesWindow } from '../viewer/open-viewer.ts'
import type { Standing } from './images/frame-slots.ts'

const lookEveryMs = 500

/** Where the images of the study are: in the page, or in a window of their own that follows it. */
export function useImages(studyId: string) {
  const [opened, setOpened] = useState<Window | null>(null)
  /** Of which study which prior is beside it. */
  const [beside, setBeside] = useState<{ studyId: string; priorId: string | undefined } | null>(null)
  const [standing, setStanding] = useState<Standing>('opening')

  useEffect(() => {
    if (!opened) return
    const timer = setInterval(() => opened.closed && setOpened(null), lookEveryMs)
    // What stands in it is this page's: nobody would keep it in step with anything.
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
    /** Answers whether there is such a window. */
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
