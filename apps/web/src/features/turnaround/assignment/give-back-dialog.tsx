import type { DealtStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { studyKeys } from '../../../lib/studies/study-cache.ts'
import { dealtOptions, declineStudy, passStudyOver } from './assignment.queries.ts'
import { StudyWords } from './study-words.tsx'

/** Asks why a doctor gives a study back, and gives it back. */
export function GiveBackDialog({ study, onClose }: { study: DealtStudy; onClose: () => void }) {
  const formId = useId()
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
    start({ studyId: study.studyId, reason: reason.trim() })
  }
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
          <Button type="submit" form={formId} look="primary" disabled={isBusy || (isPool && reason.trim() === '')}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={send} className="grid gap-4 p-5">
        <div>
          <StudyWords study={study} />
        </div>
        <Field
          label="Reason"
          required={isPool}
          hint={
            isPool
              ? 'Shown in the history of the study. Other doctors get it from the pool.'
              : 'Shown in the history of the study. Another doctor gets it at once.'
          }
        >
          {(control) => (
            <input
              data-autofocus
              dir="auto"
              maxLength={500}
              required={isPool}
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
