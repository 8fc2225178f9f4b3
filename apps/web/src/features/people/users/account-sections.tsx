import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { FormField } from '../../../components/form/form-field.tsx'
import { Field } from '../../../components/inputs/field.tsx'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import type { AccountFields } from './account-fields.ts'

/** Lets the user choose the laboratory of a staff member. */
export function LabField({ hint }: { hint?: string }) {
  const { data: labs, error } = useQuery(labChoiceOptions)
  const { register, getFieldState, formState } = useFormContext<AccountFields>()
  const message = error && !labs ? 'The laboratories could not be loaded.' : getFieldState('labId', formState).error?.message
  return (
    <Field label="Laboratory" required hint={hint} error={message}>
      {(control) => (
        // Remounts when the laboratories are loaded, so that the current one is selected.
        <select key={labs?.length ?? 0} required {...control} {...register('labId')}>
          <option value="">Please choose</option>
          {labs?.map(({ value, label, code }) => (
            <option key={value} value={value}>
              {label} ({code})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function NamesSection({ emailHint }: { emailHint: string }) {
  return (
    <>
      <FormField<AccountFields> name="fullName" label="Full name" required maxLength={200} />
      <FormField<AccountFields> name="email" label="Email" type="email" required hint={emailHint} />
      <FormField<AccountFields> name="username" label="Username" required maxLength={254} />
    </>
  )
}
