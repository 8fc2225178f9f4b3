import { FormField } from '../../../components/form/form-field.tsx'
import type { LabFields } from './lab-fields.ts'

/** Shows the rules for emails about the laboratory's deadlines. */
export function EscalationSection() {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField<LabFields>
          name="quietHours.from"
          label="Quiet hours from"
          type="time"
          hint="By the clinic's clock. Emails about deadlines wait until the end."
        />
        <FormField<LabFields>
          name="quietHours.to"
          label="Quiet hours to"
          type="time"
          hint="Emails about emergencies never wait."
        />
      </div>
      <FormField<LabFields>
        name="escalationEmails"
        label="Further addresses for emails about deadlines"
        hint="Separated by commas. The assigned doctor and administrators get these emails anyway. They name no patient."
        as="emails"
        inputMode="email"
        spellCheck={false}
      />
    </>
  )
}
