import { type ImageMove, imageMoveEndpoints, type MovedStudy } from '@readroom/contracts/patients/image-moves'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { formatDate, formatInstant, plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { patientPath } from '../../../lib/paths.ts'
import { PagedList } from './paged-list.tsx'
import { imageMovesOptions } from './study-people.queries.ts'

const stateWords: Record<ImageMove['kind'], Record<ImageMove['state'], string>> = {
  split: { moving: 'Images are being moved', moved: 'Split', returning: 'Images are being moved back', returned: 'Undone' },
  renewal: {
    moving: 'Images are being moved',
    moved: 'New study UID',
    returning: 'Images are being moved back',
    returned: 'Undone',
  },
}

/** Shows a study by patient, date and laboratory, with a link to its record. */
export function MovedStudyLink({ study }: { study: MovedStudy }) {
  const { studyId, patientId, patientName, description, studyDate, laboratory } = study
  return (
    <span className="min-w-0">
      <Link to={patientPath(patientId, studyId)} className="block font-medium break-words text-accent-text underline">
        {patientName ?? 'N/A'}
      </Link>
      <span className="num block text-sm break-words text-text-2">
        {[`ID ${patientId || 'N/A'}`, description, studyDate && formatDate(studyDate), laboratory ?? 'No laboratory']
          .filter(Boolean)
          .join(', ')}
      </span>
    </span>
  )
}

/** The words of undoing a move. */
const undoWords: Record<ImageMove['kind'], { action: string; effect: string }> = {
  split: {
    action: 'Undo split',
    effect:
      'The images go back to the study that they came with, with comments and documents of the split-off study. That study goes. The images then name several people again, and no report can be signed until somebody decides.',
  },
  renewal: {
    action: 'Undo new UID',
    effect:
      'The study gets its former study UID again, with all its images. If another study still has that UID, the viewer opens neither of them, and both wait under “Duplicate study UIDs”.',
  },
}

function Move({ move }: { move: ImageMove }) {
  const { moveId, kind, state, study, other, numberOfImages, decidedAt, decidedBy } = move
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: () => api.call(imageMoveEndpoints.undo, { params: { moveId }, body: {} }),
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    onFailure: setError,
    invalidates: [identityReviewKeys.all],
  })
  const undo = undoWords[kind]
  const heading = `${stateWords[kind][state]}: study of ${study.patientName ?? 'N/A'}`
  return (
    <article aria-label={heading} className="grid gap-3 border-b border-line py-5">
      <header>
        <h2 className="font-semibold break-words">{heading}</h2>
        <p className="num text-sm break-words text-text-2">
          {plural(numberOfImages, 'image')}, decided by {decidedBy}, {formatInstant(decidedAt).text}
        </p>
      </header>
      <div className="grid gap-3 lg:grid-cols-2">
        <MovedStudyLink study={study} />
        {other && <MovedStudyLink study={other} />}
      </div>
      {error && <FormMessage tone="error">{error}</FormMessage>}
      {state === 'moved' && (kind === 'renewal' || other) && (
        <div>
          <Button className="max-lg:h-11" look="outline" onClick={() => setIsAsked(true)}>
            {undo.action}
          </Button>
        </div>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`${undo.action}?`}
          action={undo.action}
          busy={isBusy}
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            setError(null)
            start()
          }}
        >
          {undo.effect}
        </ConfirmDialog>
      )}
    </article>
  )
}

/** Shows the studies that were split or got another study UID. */
export const ImageMovesView = () => (
  <PagedList
    usePage={(page) => useQuery(imageMovesOptions(page))}
    failed="The splits could not be loaded."
    empty="No study was split or given a new study UID."
    item={(move) => <Move key={move.moveId} move={move} />}
  />
)
