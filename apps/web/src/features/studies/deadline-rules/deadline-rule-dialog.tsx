import { type DeadlineRule, type DeadlineRuleFields, defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { useState } from 'react'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { ChoiceField, modalityChoices, urgencyChoices } from './choice-field.tsx'
import { deadlineRulesKey, type LabChoice, saveDeadlineRule } from './deadline-rules.queries.ts'
import { readTiming, type TimingErrors, TimingFields, typedTiming } from './timing-fields.tsx'

/** The first values in the form of a new rule. */
const newRule: Pick<DeadlineRuleFields, 'labId' | 'urgency' | 'modality'> = { labId: null, urgency: null, modality: null }

const newTiming = { minutes: null, calendarId: null, readyBefore: null, dueBy: null, warningPercent: defaultWarningPercent }

type Props = {
  /** Null: a new one. */
  rule: DeadlineRule | null
  labs: readonly LabChoice[]
  calendars: readonly OfficeCalendar[]
  onClose: () => void
}

/** Adds a deadline rule, or changes one. Shows refusals and stays open. */
export function DeadlineRuleDialog({ rule, labs, calendars, onClose }: Props) {
  const before = rule ?? newRule
  const [labId, setLabId] = useState(before.labId)
  const [urgency, setUrgency] = useState(before.urgency)
  const [modality, setModality] = useState(before.modality)
  const [timingBefore] = useState(() => typedTiming(rule ?? newTiming))
  const [typed, setTyped] = useState(timingBefore)
  const [errors, setErrors] = useState<TimingErrors>({})
  const [fault, setFault] = useState<string | null>(null)
  const isFilled = typed !== timingBefore || labId !== before.labId || urgency !== before.urgency || modality !== before.modality
  const { question, leaveNow, tryToLeave } = useLeaveQuestion({ isFilled, leave: onClose })
  const { start, isBusy } = useChange({
    change: (fields: DeadlineRuleFields) => saveDeadlineRule(rule, fields),
    done: ({ message }) => message,
    failed: 'The rule could not be saved. Please try again.',
    onDone: leaveNow,
    onFailure: setFault,
    invalidates: [deadlineRulesKey],
  })
  const submit = () => {
    setFault(null)
    const read = readTiming(typed)
    if ('errors' in read) return setErrors(read.errors)
    start({ labId, urgency, modality, ...read.timing })
  }
  const title = rule ? 'Edit rule' : 'Add rule'
  return (
    <FormDialog
      title={title}
      width="max-w-[560px]"
      action="Save rule"
      isBusy={isBusy}
      fault={fault}
      onSubmit={submit}
      onCancel={tryToLeave}
      question={question}
    >
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
      <TimingFields
        typed={typed}
        errors={errors}
        calendars={calendars}
        onChange={(change) => {
          setTyped({ ...typed, ...change })
          setErrors({})
        }}
      />
    </FormDialog>
  )
}
