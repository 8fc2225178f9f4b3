import { type RefusalCause, refusalCauses } from '@readroom/contracts/studies/automatic-assignment'
import type { DealtStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { refusalCauseWords } from '../../../lib/studies/dealing-words.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { dealtOptions, declineStudy, passStudyOver } from './assignment.queries.ts'
import { StudyWords } from './study-words.tsx'

type Props = {
  study: DealtStudy
  /** How many studies the doctor can still give back in this shift, with this one. Null: not known. */
  left: number | null
  onClose: () => void
}

/** Asks why a doctor gives a study back, and gives it back. */
export function GiveBackDialog({ study, left, onClose }: Props) {
  const formId = useId()
  const [cause, setCause] = useState<RefusalCause | null>(null)
  const [reason, setReason] = useState('')
  const isPool = study.by === 'pool'
  const { start, isBusy } = useChange({
    change: isPool ? passStudyOver : declineStudy,
    done: () => (isPool ? 'Study passed over' : 'Study declined'),
    failed: 'The study could not be given back. Please try again.',
    onDone: onClose,
    invalidates: [dealtOptions.queryKey, studyKeys.lists, studyKeys.counts],
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (cause) start({ studyId: study.studyId, cause, reason: reason.trim() })
  }
  const needsWords = cause === 'other'
  const isMissing = cause === null || (needsWords && reason.trim() === '')
  const action = isPool ? 'Pass over' : 'Decline'
  return (
    <Dialog
      title={isPool ? 'Pass over this study' : 'Decline this study'}
      width="max-w-120"
      nested
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={isBusy || isMissing}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className="grid gap-4 p-5">
        <div>
          <StudyWords study={study} />
          {left !== null && (
            <p className="mt-2">
              You can give back {plural(left, 'study', 'studies')} in this shift{left > 1 ? ', this one included' : ': this one'}.
            </p>
          )}
        </div>
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium">Reason</legend>
          {refusalCauses.map((value, place) => (
            <label key={value} className="flex items-center gap-2 max-lg:min-h-11">
              <input
                type="radio"
                name="cause"
                data-autofocus={place === 0 || undefined}
                checked={cause === value}
                onChange={() => setCause(value)}
              />
              {refusalCauseWords[value]}
            </label>
          ))}
        </fieldset>
        <Field
          label="In your words"
          required={needsWords}
          hint={
            isPool
              ? 'Shown in the history of the study. Other doctors get it from the pool.'
              : 'Shown in the history of the study. Another doctor gets it at once.'
          }
        >
          {(control) => (
            <input
              dir="auto"
              maxLength={500}
              required={needsWords}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              {...control}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
