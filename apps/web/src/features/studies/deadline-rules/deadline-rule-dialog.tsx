import {
  type DeadlineRule,
  DeadlineRuleFields,
  defaultWarningPercent,
  maxDeadlineMinutes,
} from '@readroom/contracts/studies/deadline-rules'
import { type FormEvent, useId, useState } from 'react'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { ChoiceField, modalityChoices, urgencyChoices } from './choice-field.tsx'
import { deadlineRulesKey, type LabChoice, saveDeadlineRule } from './deadline-rules.queries.ts'
import { durationWords } from './deadline-words.ts'

const Minutes = DeadlineRuleFields.shape.minutes

/** Returns the minutes that a text means, or null if no rule can have them. */
function readMinutes(text: string): number | null {
  const trimmed = text.trim()
  const read = Minutes.safeParse(/^\d+$/.test(trimmed) ? Number(trimmed) : null)
  return read.success ? read.data : null
}

const wrongMinutes = `Please enter a whole number from 1 to ${maxDeadlineMinutes.toLocaleString('en-GB')}`

/** The first values in the form of a new rule. */
const newRule: Pick<DeadlineRuleFields, 'labId' | 'urgency' | 'modality'> = { labId: null, urgency: null, modality: null }

type Props = {
  /** Null: a new one. */
  rule: DeadlineRule | null
  labs: readonly LabChoice[]
  onClose: () => void
}

/** Adds a deadline rule, or changes one. Shows refusals and stays open. */
export function DeadlineRuleDialog({ rule, labs, onClose }: Props) {
  const id = useId()
  const before = rule ?? newRule
  const [labId, setLabId] = useState(before.labId)
  const [urgency, setUrgency] = useState(before.urgency)
  const [modality, setModality] = useState(before.modality)
  const textBefore = rule ? String(rule.minutes) : ''
  const [text, setText] = useState(textBefore)
  const [error, setError] = useState<string>()
  const [fault, setFault] = useState<string | null>(null)
  const isFilled = text !== textBefore || labId !== before.labId || urgency !== before.urgency || modality !== before.modality
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: DeadlineRuleFields) => saveDeadlineRule(rule, fields),
    done: ({ message }) => message,
    failed: 'The rule could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [deadlineRulesKey],
  })
  const minutes = readMinutes(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setFault(null)
    if (minutes === null) return setError(wrongMinutes)
    start({ labId, urgency, modality, minutes, warningPercent: rule?.warningPercent ?? defaultWarningPercent })
  }
  const title = rule ? 'Edit rule' : 'Add rule'
  return (
    <Dialog
      title={title}
      width="max-w-[560px]"
      onClose={tryToLeave}
      footer={
        <>
          <Button className="max-lg:h-11" onClick={tryToLeave}>
            Cancel
          </Button>
          <SubmitButton form={id} size="sm" label="Save rule" busyLabel="Saving..." busy={isBusy} />
        </>
      }
    >
      <form id={id} aria-label={title} noValidate onSubmit={submit} className="grid min-h-0 gap-4 overflow-y-auto px-5 py-4">
        {fault && <FormMessage tone="error">{fault}</FormMessage>}
        <ChoiceField
          label="Laboratory"
          choices={[{ value: null, label: 'Every laboratory' }, ...labs]}
          value={labId}
          onChange={setLabId}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Urgency"
            choices={[{ value: null, label: 'Every urgency' }, ...urgencyChoices]}
            value={urgency}
            onChange={setUrgency}
          />
          <ChoiceField
            label="Modality"
            choices={[{ value: null, label: 'Every modality' }, ...modalityChoices]}
            value={modality}
            onChange={setModality}
          />
        </div>
        <Field
          label="Due after (minutes)"
          error={error}
          hint={
            minutes === null ? 'From when the study is ready, round the clock.' : `${durationWords(minutes)}, round the clock.`
          }
          required
        >
          {(control) => (
            <input
              {...control}
              data-autofocus
              inputMode="numeric"
              autoComplete="off"
              required
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      </form>
      {question}
    </Dialog>
  )
}
