import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewerBindings } from '../../images/controls/viewer-bindings.queries.ts'
import { useImages } from '../parts/images/use-images.ts'
import { type Opening, priorsOptions, versionsOptions } from '../requests/reading.queries.ts'
import { showPriorDrawingIn } from '../requests/viewer-frame.ts'
import { type ReadingStore, useReadingState } from '../session/reading-store.ts'
import { imageCommands } from './image-commands.ts'

const drawEveryMs = 500

/** Returns the annotations of a prior's newest final report. */
const annotationsOf = (versions: readonly { meaning: string; isWithdrawn: boolean; snapshot: ReportSnapshot }[]) =>
  versions.find(({ meaning, isWithdrawn }) => meaning === 'final' && !isWithdrawn)?.snapshot.annotations ?? null

/** Keeps the annotations on the images up to date while exactly the study is shown, and draws those of the prior beside it. */
function useAnnotations(store: ReadingStore): void {
  const priorId = useReadingState(store, 'priorId')
  const standing = useReadingState(store, 'standing')
  const { data: ofPrior } = useQuery({ ...versionsOptions(priorId ?? ''), enabled: priorId !== null })
  const isShown = standing === 'same'
  useEffect(() => (isShown ? store.annotations.watch() : undefined), [store, isShown])

  const toDraw = priorId === null ? null : annotationsOf(ofPrior?.versions ?? [])
  useEffect(() => {
    if (!isShown || !toDraw || toDraw.length === 0) return
    // Again and again, because the viewer loses them when it changes its layout.
    const timer = setInterval(() => showPriorDrawingIn(store.frame(), toDraw), drawEveryMs)
    return () => clearInterval(timer)
  }, [store, isShown, toDraw])
}

type Options = { store: ReadingStore; opening: Opening | null }

/** Provides the images beside the report: where they are shown, the annotations, the priors and the commands. */
export function useDeskImages({ store, opening }: Options) {
  const { studyId } = store
  const study = opening?.study ?? null
  const images = useImages()
  const { data: priors = [] } = useQuery({ ...priorsOptions(studyId), enabled: study !== null })
  useAnnotations(store)
  return {
    images,
    priors,
    bindings: useViewerBindings(),
    commands: imageCommands({ store, study, images, priors }),
  }
}

export type DeskImages = ReturnType<typeof useDeskImages>
