import { maxQuestionLength } from '@readroom/contracts/studies/pauses'
import type { FormEvent } from 'react'
import { Field } from '../../../components/inputs/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { cx } from '../../../lib/cx.ts'
import { submitOnCtrlEnter } from '../../../lib/forms/submit-on-ctrl-enter.ts'
import { useTypedText } from '../../../lib/hooks/use-typed-text.ts'
import { pauseCallsOf } from './pauses.queries.ts'
import { usePauseChange } from './use-pause-change.ts'

/** Shows the form for the answer to the question of a pause. */
export function AnswerForm({ studyId, since }: { studyId: string; since: string }) {
  const { text: answer, setText: setAnswer, clear, isBlank } = useTypedText(`answer-${studyId}`)
  const { start, isBusy, failure } = usePauseChange({
    studyId,
    change: () => pauseCallsOf(studyId).answer(since, answer),
    done: 'The answer is sent. The clock runs again.',
    onDone: clear,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank) start()
  }
  return (
    <form aria-label="Answer the question" onSubmit={submit} className="grid gap-3">
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <Field label="Answer" hint="The answer ends the pause." required>
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={3}
            required
            maxLength={maxQuestionLength}
            value={answer}
            readOnly={isBusy}
            onChange={({ target }) => setAnswer(target.value)}
            onKeyDown={submitOnCtrlEnter}
            className={cx(control.className, 'block h-auto! resize-y py-1.5')}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <SubmitButton size="sm" label="Send answer" busyLabel="Sending..." busy={isBusy} disabled={isBlank} />
      </div>
    </form>
  )
}
