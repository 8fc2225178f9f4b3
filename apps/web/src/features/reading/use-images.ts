import type { WorklistRow } from '@readroom/contracts/studies'
import { useEffect, useState } from 'react'
import { reasonOf } from '../../lib/api/api-error.ts'
import { notify } from '../../lib/notify.tsx'
import { openImagesWindow, uidShownIn } from '../viewer/images-window.ts'
import { viewerAddress } from '../viewer/open-viewer.ts'

const lookEveryMs = 500

/** How a window of images stands to the page: it shows the same study, none yet, or another. */
export type InStep = 'opening' | 'same' | 'other'

type Shown = Pick<WorklistRow, '_id' | 'studyInstanceUID'>

/** The window goes where the page goes. What it showed before is put away first: never one patient's images under another's name. */
function useFollowing(opened: Window | null, study: Shown | undefined, priorId: string | undefined) {
  const studyId = study?._id
  useEffect(() => {
    if (!opened || !studyId) return
    let isOver = false
    opened.location.replace('about:blank')
    viewerAddress(studyId, 'ohif', priorId)
      .then((address) => {
        if (!isOver) opened.location.replace(address)
      })
      .catch((error: unknown) => notify.error('Failed to open OHIF viewer', { description: reasonOf(error) }))
    return () => {
      isOver = true
    }
  }, [opened, studyId, priorId])
}

/** Where the images of the study are: in the page, or in a window of their own that follows it. */
export function useImages(study: Shown | undefined) {
  const [opened, setOpened] = useState<Window | null>(null)
  /** Of which study which prior is beside it. */
  const [beside, setBeside] = useState<{ studyId: string; priorId: string | undefined } | null>(null)
  const priorId = beside?.studyId === study?._id ? beside?.priorId : undefined
  const [inStep, setInStep] = useState<InStep>('opening')
  const uid = study?.studyInstanceUID
  useFollowing(opened, study, priorId)

  useEffect(() => {
    if (!opened) return
    const look = () => {
      if (opened.closed) return setOpened(null)
      const shown = uidShownIn(opened)
      setInStep(shown === null ? 'opening' : shown === uid ? 'same' : 'other')
    }
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [opened, uid])

  return {
    priorId,
    showBeside: (prior: string | undefined) => study && setBeside({ studyId: study._id, priorId: prior }),
    isApart: opened !== null,
    inStep: opened ? inStep : 'same',
    /** Answers whether there is such a window. */
    moveOut(): boolean {
      const made = openImagesWindow()
      setInStep('opening')
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
