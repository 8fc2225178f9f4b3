import { type MergeCandidate, type MergePerson, patientMergeEndpoints } from '@readroom/contracts/patients/patient-merges'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { api } from '../../../lib/api/api.ts'
import { cx } from '../../../lib/cx.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { identityReviewKeys } from '../../../lib/hooks/use-open-reviews.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { mergeQuestion } from './merge-words.ts'

type Props = { person: MergePerson; other: MergeCandidate; onMerged: () => void }

/** Asks which patient stays and for the reason, confirms, and merges. A refusal is shown and the form stays. */
export function MergeForm({ person, other, onMerged }: Props) {
  const [keeps, setKeeps] = useState<'person' | 'other'>('person')
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [from, into] = keeps === 'person' ? [other, person] : [person, other]
  const { start, isBusy } = useChange({
    change: () => {
      const ids = { fromPersonId: from.personId, intoPersonId: into.personId }
      return api.call(patientMergeEndpoints.merge, { body: { ...ids, fingerprint: other.fingerprint, reason } })
    },
    done: ({ message }) => message,
    failed: 'The patients could not be merged. Please try again.',
    onDone: onMerged,
    onFailure: setError,
    invalidates: [identityReviewKeys.all, studyKeys.lists],
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
  }
  return (
    <form aria-label="Merge" onSubmit={ask} className="grid gap-4">
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-xs font-medium text-text-2">Patient ID that stays</legend>
        {(
          [
            ['person', person],
            ['other', other],
          ] as const
        ).map(([value, { patientId }]) => (
          <label key={value} className="flex items-center gap-2 break-all max-lg:min-h-11">
            <input type="radio" name="keeps" value={value} checked={keeps === value} onChange={() => setKeeps(value)} />
            {patientId ?? 'N/A'}
          </label>
        ))}
      </fieldset>
      <Field label="Reason" hint="Shown in the list of merges." required>
        {(control) => (
          <textarea
            dir="auto"
            rows={2}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            {...control}
            className={cx(control.className, 'block h-auto! resize-y py-1.5')}
          />
        )}
      </Field>
      {error && <FormMessage tone="error">{error}</FormMessage>}
      <div>
        <SubmitButton size="sm" label="Merge patients" busyLabel="Merging..." busy={isBusy} />
      </div>
      {isAsked && (
        <ConfirmDialog
          title="Merge patients?"
          action="Merge patients"
          onCancel={() => setIsAsked(false)}
          onConfirm={() => {
            setIsAsked(false)
            setError(null)
            start()
          }}
        >
          {other.difference !== null && other.differing.length > 0 && (
            <p className="mb-2 font-medium text-text">{other.difference}</p>
          )}
          <p>{mergeQuestion(from, into)}</p>
        </ConfirmDialog>
      )}
    </form>
  )
}
