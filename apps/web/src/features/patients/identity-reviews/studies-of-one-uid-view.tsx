import { imageMoveEndpoints, type StudiesOfOneUid } from '@readroom/contracts/patients/image-moves'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { MovedStudyLink } from './image-moves-view.tsx'
import { PagedList } from './paged-list.tsx'
import { studiesOfOneUidOptions } from './study-people.queries.ts'

type One = StudiesOfOneUid['studies'][number]

function StudyItem({ study }: { study: One }) {
  const { studyId, patientId, patientName, numberOfImages } = study
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => api.call(imageMoveEndpoints.renew, { params: { studyId }, body: {} }),
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    onFailure: setError,
    invalidates: [identityReviewKeys.all],
  })
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <MovedStudyLink study={study} />
        <span className="num text-sm text-text-2">{plural(numberOfImages, 'image')}</span>
        <Button
          className="max-lg:h-11"
          look="outline"
          aria-label={`Give the study of ${patientName ?? 'N/A'} a new UID`}
          onClick={() => setIsAsked(true)}
        >
          Give new UID
        </Button>
      </div>
      {error && <FormMessage tone="error">{error}</FormMessage>}
      {isAsked && (
        <ConfirmDialog
          title="Give this study a new UID?"
          action="Give new UID"
          busy={isBusy}
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            setError(null)
            start()
          }}
        >
          The study of {patientName ?? 'N/A'} (ID {patientId || 'N/A'}, {plural(numberOfImages, 'image')}) gets another study UID
          in the image archive, and shows its images. The others show theirs once only one of them has this UID. Late images and
          orders with the former UID still find the study.
        </ConfirmDialog>
      )}
    </li>
  )
}

function OneUid({ studyInstanceUID, studies }: StudiesOfOneUid) {
  return (
    <article aria-label={`Study UID ${studyInstanceUID}`} className="grid gap-2 border-b border-line py-5">
      <h2 className="num font-semibold break-all">{studyInstanceUID}</h2>
      <ul className="divide-y divide-line">
        {studies.map((study) => (
          <StudyItem key={study.studyId} study={study} />
        ))}
      </ul>
    </article>
  )
}

/** Shows the studies that OHIF does not open because they share a study UID. */
export const StudiesOfOneUidView = () => (
  <PagedList
    usePage={(page) => useQuery(studiesOfOneUidOptions(page))}
    failed="The studies could not be loaded."
    empty="No two studies share a study UID."
    item={(one) => <OneUid key={one.studyInstanceUID} {...one} />}
  />
)
