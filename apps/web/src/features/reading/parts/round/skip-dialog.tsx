import type { SkipReason } from '@readroom/contracts/reading/reading'
import { type FormEvent, useId, useState } from 'react'
import { Field } from '../../../../components/inputs/field.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { skipReasonWords } from '../../../../lib/studies/reading-words.ts'

const isReason = (value: string): value is SkipReason => value in skipReasonWords

type Props = { onSkip: (skip: { reason: SkipReason; note: string }) => void; onClose: () => void }

/** Asks why a study is skipped. The reason is added to the study's history. */
export function SkipDialog({ onSkip, onClose }: Props) {
  const formId = useId()
  const [reason, setReason] = useState<SkipReason>('specialty')
  const [note, setNote] = useState('')
  const needsNote = reason === 'other'
  const skip = (event: FormEvent) => {
    event.preventDefault()
    if (!needsNote || note.trim() !== '') onSkip({ reason, note: note.trim() })
  }
  return (
    <Dialog
      title="Skip this study"
      width="max-w-120"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={needsNote && note.trim() === ''}>
            Skip and open next
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={skip} className="grid gap-4 p-5">
        <Field label="Reason" hint="Shown in the history of the study. The study stays assigned to you.">
          {(control) => (
            <select
              data-autofocus
              value={reason}
              onChange={({ target: { value } }) => isReason(value) && setReason(value)}
              {...control}
            >
              {Object.entries(skipReasonWords).map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Note" required={needsNote}>
          {(control) => (
            <input
              dir="auto"
              maxLength={500}
              required={needsNote}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              {...control}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
