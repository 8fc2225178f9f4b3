import { useQuery } from '@tanstack/react-query'
import { FormField, FormSelect } from '../../../components/form/form-field.tsx'
import { labChoiceOptions } from '../../../lib/lists/locations.queries.ts'
import type { AccountFields } from './account-fields.ts'

/** Lets the user choose the laboratory of a staff member. */
export function LabField({ hint }: { hint?: string }) {
  const { data: labs = [], error } = useQuery(labChoiceOptions)
  const choices = labs.map(({ value, label, code }) => ({ value, label: `${label} (${code})` }))
  return (
    <FormSelect<AccountFields>
      name="labId"
      label="Laboratory"
      hint={error && labs.length === 0 ? 'The laboratories could not be loaded.' : hint}
      choices={[{ value: '', label: 'Please choose' }, ...choices]}
      required
    />
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
