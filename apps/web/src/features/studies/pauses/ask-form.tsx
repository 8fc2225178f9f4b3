import { PauseReason, pauseDays, pauseReasonNames, pauseReasons } from '@readroom/contracts/studies/pause-reasons'
import { maxQuestionLength } from '@readroom/contracts/studies/pauses'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { capital } from '../../../lib/format.ts'
import { submitOnCtrlEnter } from '../../../lib/forms/submit-on-ctrl-enter.ts'
import { useTypedText } from '../../../lib/hooks/use-typed-text.ts'
import { pauseCallsOf } from './pauses.queries.ts'
import { usePauseChange } from './use-pause-change.ts'

/** Asks the laboratory, and pauses the deadline. */
export function AskForm({ studyId, onClose }: { studyId: string; onClose: () => void }) {
  const [reason, setReason] = useState<PauseReason>('clinicalInformation')
  const { text: question, setText: setQuestion, clear, isBlank } = useTypedText(`question-${studyId}`)
  const { start, isBusy, failure } = usePauseChange({
    studyId,
    change: () => pauseCallsOf(studyId).pause({ reason, question }),
    done: 'The laboratory is asked. The deadline is paused.',
    onDone() {
      clear()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank) start()
  }
  return (
    <form aria-label="Ask the laboratory" onSubmit={submit} className="grid gap-3">
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <Field label="Waiting for">
        {(control) => (
          <select {...control} value={reason} onChange={({ target }) => setReason(PauseReason.parse(target.value))}>
            {pauseReasons.map((each) => (
              <option key={each} value={each}>
                {capital(pauseReasonNames[each])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Question"
        hint={`The deadline is paused until the laboratory answers, for ${pauseDays} days at most.`}
        required
      >
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button that opens the field
            autoFocus
            dir="auto"
            rows={3}
            required
            maxLength={maxQuestionLength}
            value={question}
            readOnly={isBusy}
            onChange={({ target }) => setQuestion(target.value)}
            onKeyDown={submitOnCtrlEnter}
            className={cx(control.className, 'block h-auto! resize-y py-1.5')}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button className="max-lg:h-11" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton size="sm" label="Ask and pause" busyLabel="Asking..." busy={isBusy} disabled={isBlank} />
      </div>
    </form>
  )
}
