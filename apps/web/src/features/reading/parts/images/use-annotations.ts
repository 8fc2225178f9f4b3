import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { versionsOptions } from '../../requests/reading.queries.ts'
import { showPriorDrawingIn } from '../../requests/viewer-frame.ts'
import { type ReadingStore, useReadingState } from '../../session/reading-store.ts'

const drawEveryMs = 500

/** Returns the annotations of a prior's newest final report. */
const annotationsOf = (versions: readonly { meaning: string; isWithdrawn: boolean; snapshot: ReportSnapshot }[]) =>
  versions.find(({ meaning, isWithdrawn }) => meaning === 'final' && !isWithdrawn)?.snapshot.annotations ?? null

/** Keeps the annotations on the images up to date while exactly the study is shown, and draws those of the prior beside it. */
export function useAnnotations(store: ReadingStore): void {
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
