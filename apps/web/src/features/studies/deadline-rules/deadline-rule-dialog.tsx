import { type DeadlineRule, defaultWarningPercent } from '@readroom/contracts/studies/deadline-rules'
import type { OfficeCalendar } from '@readroom/contracts/studies/office-calendars'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { FormSelect } from '../../../components/form/form-field.tsx'
import { modalityChoices, urgencyChoices } from './choice-field.tsx'
import { deadlineRulesKey, type LabChoice, saveDeadlineRule } from './deadline-rules.queries.ts'
import { RuleForm, TimingFields, timingWords } from './timing-fields.tsx'

/** The first values in the form of a new rule. */
const newRule = {
  labId: null,
  urgency: null,
  modality: null,
  minutes: null,
  calendarId: null,
  readyBefore: null,
  dueBy: null,
  warningPercent: defaultWarningPercent,
}

type Props = {
  /** Null: a new one. */
  rule: DeadlineRule | null
  labs: readonly LabChoice[]
  calendars: readonly OfficeCalendar[]
  onClose: () => void
}

/** Adds a deadline rule, or changes one. */
export function DeadlineRuleDialog({ rule, labs, calendars, onClose }: Props) {
  const { labId, urgency, modality, minutes, calendarId, readyBefore, dueBy, warningPercent } = rule ?? newRule
  return (
    <FormDialog
      title={rule ? 'Edit rule' : 'Add rule'}
      width="max-w-[560px]"
      action="Save rule"
      schema={RuleForm}
      values={{
        kind: readyBefore === null ? 'minutes' : 'cutOff',
        labId,
        urgency,
        modality,
        minutes,
        calendarId,
        readyBefore: readyBefore ?? '16:00',
        dueBy: dueBy ?? '18:00',
        warningPercent,
      }}
      words={timingWords}
      change={(fields) => saveDeadlineRule(rule, fields)}
      done={({ message }) => message}
      failed="The rule could not be saved. Please try again."
      codes={{ CALENDAR_NOT_FOUND: 'calendarId', LAB_NOT_FOUND: 'labId' }}
      invalidates={[deadlineRulesKey]}
      onClose={onClose}
    >
      <FormSelect<RuleForm> name="labId" label="Laboratory" choices={[{ value: null, label: 'Every laboratory' }, ...labs]} />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormSelect<RuleForm>
          name="urgency"
          label="Urgency"
          choices={[{ value: null, label: 'Every urgency' }, ...urgencyChoices]}
        />
        <FormSelect<RuleForm>
          name="modality"
          label="Modality"
          choices={[{ value: null, label: 'Every modality' }, ...modalityChoices]}
        />
      </div>
      <TimingFields calendars={calendars} />
    </FormDialog>
  )
}
