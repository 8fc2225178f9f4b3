import { type PatientMerge, patientMergeEndpoints } from '@readroom/contracts/patients/patient-merges'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { patientPath } from '../../../lib/paths.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { mergeText } from './merge-words.ts'

/** Lists merges of patients. Those that can be undone have a button for it. */
export function MergeList({ merges }: { merges: readonly PatientMerge[] }) {
  const [asked, setAsked] = useState<PatientMerge | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { start, isBusy } = useChange({
    change: (mergeId: string) => api.call(patientMergeEndpoints.undo, { params: { mergeId }, body: {} }),
    done: ({ message }) => message,
    failed: 'The merge could not be undone. Please try again.',
    onFailure: setError,
    invalidates: [identityReviewKeys.all, studyKeys.lists],
  })
  return (
    <>
      {error && <FormMessage tone="error">{error}</FormMessage>}
      <ul aria-label="Merges" className="divide-y divide-line">
        {merges.map((merge) => (
          <li key={merge.id} className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-72 break-words">
              <p>{mergeText(merge)}</p>
              <p className="text-sm text-text-2">
                {merge.laboratory}
                {merge.reason && `: ${merge.reason}`}
              </p>
              {merge.studyId && (
                <Link to={patientPath(merge.patientId, merge.studyId)} className="text-sm text-accent-text underline">
                  Open patient record
                </Link>
              )}
            </div>
            {merge.canUndo && (
              <Button
                className="max-lg:h-11"
                onClick={() => setAsked(merge)}
                aria-label={`Undo merge of ${merge.formerId ?? 'N/A'}`}
              >
                Undo merge
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Undo merge?"
          action="Undo merge"
          busy={isBusy}
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null)
            setError(null)
            start(asked.id)
          }}
        >
          Moves the studies and documents back to patient ID {asked.formerId ?? 'N/A'}, with the images that came since under that
          ID.
        </ConfirmDialog>
      )}
    </>
  )
}
