import type { ReportSnapshot } from '@readroom/contracts/reading/report-versions'
import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { type AnnotationsInReport, useAnnotations } from '../images/use-annotations.ts'
import { type Opening, versionsOptions } from '../reading.queries.ts'
import { type ReadingStore, useReadingState } from '../reading-store.ts'
import { heldElsewhere, NotSaved } from '../saving/draft-errors.ts'

/** Returns the annotations of a prior's newest final report. */
const annotationsOf = (versions: readonly { meaning: string; isWithdrawn: boolean; snapshot: ReportSnapshot }[]) =>
  versions.find(({ meaning, isWithdrawn }) => meaning === 'final' && !isWithdrawn)?.snapshot.annotations ?? null

type Options = { store: ReadingStore; opening: Opening | null }

/** Draws the kept annotations on the images, and keeps what the writer of the report draws. */
export function useDeskAnnotations({ store, opening }: Options): AnnotationsInReport {
  const study = opening?.study ?? null
  const { hold, priorId, standing } = useReadingState(store)
  const { data: ofPrior } = useQuery({ ...versionsOptions(priorId ?? ''), enabled: priorId !== null })
  return useAnnotations({
    study,
    frame: () => store.images()?.frame() ?? null,
    isShown: study !== null && standing === 'same',
    kept: opening?.annotations ?? null,
    ofPrior: priorId === null ? null : annotationsOf(ofPrior?.versions ?? []),
    keep:
      hold.is === 'mine'
        ? async (annotations) => {
            const fence = store.report()?.fence() ?? null
            if (fence === null) throw new NotSaved(heldElsewhere)
            await store.calls.keepAnnotations({ fence, annotations })
          }
        : null,
    onSelect: (id) => store.report()?.pointAt(id),
    onFailure: (error) =>
      notify.warning('Measurements are not saved', { description: reasonOf(error, 'Readroom retries shortly.') }),
  })
}
